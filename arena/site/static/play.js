// The page of one game: shows what the server tells, and tells it what a person does.

"use strict";

(() => {
  const { frame, language, words, scene: first } = JSON.parse(one("#data").textContent);
  const here = location.pathname;
  const second = language === "ru" ? 1 : 0;
  let scene = null;
  let chosen = []; // cells of a step that is not whole yet
  let looked = null;
  let waiting = Promise.resolve(); // what is done goes one after another, each seeing what the last has led to
  let listed = null; // the moves that are shown

  const board = new PlayedBoard(one("#board"), frame, (name) => soon(() => choose(name)), look);
  const place = (name) => frame.names.indexOf(name);
  const lookAt = (name) => scene.looks[scene.grid[place(name)]];
  const begins = (step) => chosen.every((cell, at) => step.cells[at] === cell);
  const possible = () => (scene.persons ? scene.steps.filter(begins) : []);

  function soon(doing) {
    waiting = waiting.then(doing).catch(() => refused(words.LOST));
  }

  function choose(name) {
    if (!scene.persons) return undefined;
    refused("");
    const fitting = possible().filter((step) => step.cells[chosen.length] === name);
    const whole = fitting.find((step) => step.cells.length === chosen.length + 1);
    if (whole) return order("step", { step: whole.text });
    if (fitting.length) chosen = [...chosen, name];
    else if (chosen[0] === name) chosen = [];
    else if (scene.steps.some((step) => step.cells[0] === name)) chosen = [name];
    else return ask(name);
    draw();
    return undefined;
  }

  // What cannot be done is asked for all the same: the law's own sentence says why not.
  function ask(name) {
    const text = chosen.length ? `${chosen.join("-")}-${name}` : name;
    return order("step", { step: text });
  }

  async function order(what, more = {}) {
    const answer = await fetch(here, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ do: what, moment: scene.moment, ...more }),
    });
    const told = await answer.json();
    if (answer.ok) show(told);
    else refused(told.error);
  }

  function refused(sentence) {
    const place = one("#refused");
    place.hidden = !sentence;
    place.textContent = sentence ? `${sentence[0].toUpperCase()}${sentence.slice(1)}.` : "";
  }

  function show(told) {
    if (scene && told.version < scene.version) return;
    if (!scene || told.half_move !== scene.half_move || told.pending.length !== scene.pending.length) {
      chosen = [];
      refused("");
    }
    scene = told;
    draw();
    drawSide();
  }

  function draw() {
    one("#desk").dataset.shows = [scene.moment, ...chosen].join(" ");
    const steps = possible();
    const next = new Set(steps.map((step) => step.cells[chosen.length]));
    const pending = new Set(scene.pending);
    const changed = new Set(scene.last ? scene.last.cells.filter((cell) => !pending.has(cell)) : []);
    const hit = new Set(steps.filter((step) => step.cells.at(-1) === looked && step.cells.length === chosen.length + 1).flatMap((step) => step.changes));
    board.show((name) => {
      const shown = lookAt(name);
      const taken = scene.last && !pending.has(name) && scene.last.taken[name];
      const mark = scene.marks[name];
      const classes = [];
      const said = [shown.name[second]];
      const note = (is, kind, text) => {
        if (!is) return;
        classes.push(kind);
        if (text) said.push(text);
      };
      note(next.has(name), "legal", words.CAN_STEP);
      note(next.has(name) && shown.file !== "-", "onto");
      note(chosen.includes(name), "chosen", words.CHOSEN);
      note(pending.has(name), `pending by-${scene.player.toLowerCase()}`, words.PENDING);
      note(changed.has(name), `by-${scene.last && scene.last.by.toLowerCase()}`, words.JUST_MADE);
      note(hit.has(name), "would");
      note(taken, "taken", words.CAPTURED);
      note(mark, `mark-${mark && mark.name}`, mark && mark.text);
      return { look: shown, classes, words: said, ghost: taken ? scene.looks[taken] : null };
    });
    about();
  }

  function look(name) {
    looked = name;
    if (scene && scene.steps.some((step) => step.changes.length)) draw();
    else about();
  }

  function about() {
    one("#about").textContent = looked ? board.cells.get(looked).getAttribute("aria-label") : "\u00a0";
  }

  function drawSide() {
    document.body.classList.toggle("thinks", Boolean(scene.thinking));
    one("#status").textContent = `${scene.status[0].toUpperCase()}${scene.status.slice(1)}.`;
    one("#status").classList.toggle("over", Boolean(scene.winner));
    if (scene.trouble) refused(scene.trouble);
    const stood = one(".orders button:focus");
    for (const button of all(".orders button")) {
      const can = Boolean(scene.can[button.value]);
      const stays = ["send", "undo"].includes(button.value) && scene.can.steps && scene.persons;
      button.hidden = !can && !stays;
      button.disabled = !can;
    }
    // Whoever pressed it by a key would stand nowhere.
    if (stood && stood.disabled) board.cells.get(board.here).focus();
    for (const side of ["A", "B"]) {
      const player = one(`.player.${side.toLowerCase()}`);
      player.classList.toggle("moved", !scene.winner && scene.player === side);
      player.classList.toggle("winner", scene.winner === side);
    }
    drawMoves();
    drawThoughts();
    think();
    drawLegend();
  }

  function drawMoves() {
    const list = one("#moves");
    const before = listed;
    listed = scene.moves;
    if (before && JSON.stringify(before) === JSON.stringify(listed)) return;
    const rows = [];
    scene.moves.forEach((move, at) => {
      const half = frame.first + at;
      const number = Math.ceil(half / 2);
      if (move.by === "A" || !rows.length) rows.push(make("li", { value: number }, ...(move.by === "B" ? [make("span")] : [])));
      const text = make("span", { className: move.by.toLowerCase() }, move.text);
      if (move.seconds) text.append(make("small", {}, ` ${move.seconds}`));
      rows.at(-1).append(text);
    });
    list.replaceChildren(...rows);
    list.scrollTop = list.scrollHeight;
    const last = scene.moves.at(-1);
    if (before && last && listed.length > before.length && frame.bots[last.by]) {
      one("#told").textContent = `${frame.sides[last.by]}: ${last.text}`;
    }
  }

  // What the bot prints as it thinks; else what it printed when it thought last.
  function drawThoughts() {
    const said = (scene.thinking && scene.thinking.said) || scene.said;
    const place = one("#thoughts pre");
    one("#thoughts").hidden = !said;
    if (place.textContent === said) return;
    place.textContent = said;
    place.scrollTop = place.scrollHeight;
  }

  function drawLegend() {
    const legend = one("#legend");
    all(".of-mark", legend).forEach((item) => item.remove());
    const marks = new Map(Object.values(scene.marks).map((mark) => [mark.name, mark.text]));
    for (const [name, text] of marks) {
      const sample = make("span", { className: `cell mark-${name}` });
      sample.setAttribute("aria-hidden", "true");
      legend.append(make("li", { className: "of-mark" }, sample, text));
    }
  }

  let ticking = 0;
  function think() {
    clearInterval(ticking);
    const bar = one("#thinking");
    bar.hidden = !scene.thinking;
    if (!scene.thinking) {
      all(".player .clock").forEach((clock) => (clock.textContent = ""));
      return;
    }
    const began = performance.now() - scene.thinking.passed * 1000;
    const clock = one(`.player.${scene.player.toLowerCase()} .clock`);
    const tick = () => {
      const passed = (performance.now() - began) / 1000;
      bar.value = Math.min(1, passed / scene.thinking.limit);
      clock.textContent = `${passed.toFixed(1)} / ${scene.thinking.limit} s`;
    };
    tick();
    ticking = setInterval(tick, 100);
  }

  // Of a click made twice, the second is for the same button, if it is one to be pressed again and
  // again, and never for what the first has put in its place.
  let pressed = null;
  one(".orders").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || (event.detail > 1 && (button !== pressed || ["send", "pass"].includes(button.value)))) return;
    pressed = button;
    soon(() => order(button.value));
    if (["send", "undo", "pass"].includes(button.value)) board.cells.get(board.here).focus();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, button, a, summary")) return;
    if (event.key === "Escape") { chosen = []; draw(); }
    else if (event.key === "Backspace") soon(() => scene.can.undo && order("undo"));
    else if (["s", "S", "ы", "Ы"].includes(event.key)) soon(() => scene.can.send && order("send"));
    else return;
    event.preventDefault();
  });

  // The site is not there, or the game is not there any more: then nothing brings it back.
  async function tellLost(lost) {
    document.body.classList.toggle("lost", lost);
    refused(lost ? words.LOST : "");
    if (!lost) return;
    const answer = await fetch(here, { method: "HEAD" }).catch(() => null);
    if (answer && answer.status === 404) refused(words.GONE);
  }

  show(first);
  listen(`${here}/live`, { message: show }, tellLost);
})();
