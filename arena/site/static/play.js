// The page of one game: shows what the server tells, and tells it what a person does.

"use strict";

(() => {
  const { frame, language, words, view: first } = JSON.parse(one("#data").textContent);
  const here = location.pathname;
  const second = language === "ru" ? 1 : 0;
  let view = null;
  let chosen = []; // cells of a step that is not whole yet
  let looked = null;
  let waiting = Promise.resolve(); // what is done goes one after another, each seeing what the last has led to
  let listed = null; // the moves that are shown

  const board = new PlayedBoard(one("#board"), frame, (name) => soon(() => choose(name)), look);
  const place = (name) => frame.names.indexOf(name);
  const lookAt = (name) => view.looks[view.grid[place(name)]];
  const begins = (step) => chosen.every((cell, at) => step.cells[at] === cell);
  const possible = () => (view.persons ? view.steps.filter(begins) : []);

  function soon(doing) {
    waiting = waiting.then(doing).catch(() => refused(words.LOST));
  }

  function choose(name) {
    if (!view.persons) return undefined;
    refused("");
    const fitting = possible().filter((step) => step.cells[chosen.length] === name);
    const whole = fitting.find((step) => step.cells.length === chosen.length + 1);
    if (whole) return order("step", { step: whole.text });
    if (fitting.length) chosen = [...chosen, name];
    else if (chosen[0] === name) chosen = [];
    else if (view.steps.some((step) => step.cells[0] === name)) chosen = [name];
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
      body: JSON.stringify({ do: what, moment: view.moment, ...more }),
    });
    const told = await answer.json();
    if (told.error) refused(told.error);
    else show(told);
  }

  function refused(sentence) {
    const place = one("#refused");
    place.hidden = !sentence;
    place.textContent = sentence ? `${sentence[0].toUpperCase()}${sentence.slice(1)}.` : "";
  }

  function show(told) {
    if (view && told.version < view.version) return;
    if (!view || told.half_move !== view.half_move || told.pending.length !== view.pending.length) {
      chosen = [];
      refused("");
    }
    view = told;
    draw();
    drawSide();
  }

  function draw() {
    one("#desk").dataset.shows = [view.moment, ...chosen].join(" ");
    const steps = possible();
    const next = new Set(steps.map((step) => step.cells[chosen.length]));
    const pending = new Set(view.pending);
    const changed = new Set(view.last ? view.last.cells.filter((cell) => !pending.has(cell)) : []);
    const hit = new Set(steps.filter((step) => step.cells.at(-1) === looked && step.cells.length === chosen.length + 1).flatMap((step) => step.changes));
    board.show((name) => {
      const shown = lookAt(name);
      const taken = view.last && !pending.has(name) && view.last.taken[name];
      const mark = view.marks[name];
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
      note(pending.has(name), `pending by-${view.player.toLowerCase()}`, words.PENDING);
      note(changed.has(name), `by-${view.last && view.last.by.toLowerCase()}`, words.JUST_MADE);
      note(hit.has(name), "would");
      note(taken, "taken", words.CAPTURED);
      note(mark, `mark-${mark && mark.name}`, mark && mark.text);
      return { look: shown, classes, words: said, ghost: taken ? view.looks[taken] : null };
    });
    about();
  }

  function look(name) {
    looked = name;
    if (view && view.steps.some((step) => step.changes.length)) draw();
    else about();
  }

  function about() {
    one("#about").textContent = looked ? board.cells.get(looked).getAttribute("aria-label") : "\u00a0";
  }

  function drawSide() {
    document.body.classList.toggle("thinks", Boolean(view.thinking));
    one("#status").textContent = `${view.status[0].toUpperCase()}${view.status.slice(1)}.`;
    one("#status").classList.toggle("over", Boolean(view.winner));
    if (view.trouble) refused(view.trouble);
    const stood = one(".orders button:focus");
    for (const button of all(".orders button[value]")) {
      const can = Boolean(view.can[button.value]);
      const stays = ["send", "undo"].includes(button.value) && view.can.steps && view.persons;
      button.hidden = !can && !stays;
      button.disabled = !can;
    }
    // If it was pressed by a key, the focus would be lost.
    if (stood && stood.disabled) board.cells.get(board.here).focus();
    for (const side of ["A", "B"]) {
      const player = one(`.player.${side.toLowerCase()}`);
      player.classList.toggle("moved", !view.winner && view.player === side);
      player.classList.toggle("winner", view.winner === side);
    }
    one("#beside").hidden = !view.beside.length;
    one("#beside").textContent = view.beside.join("; ");
    drawWords();
    drawMoves();
    drawThoughts();
    think();
    drawLegend();
  }

  // Moves that the board cannot be clicked for: those that name no cell.
  function drawWords() {
    const place = one("#words");
    const has = (step) => step.cells.length || (step.text === "pass" && view.can.pass);
    const said = view.persons ? view.steps.filter((step) => !has(step)) : [];
    place.hidden = !said.length;
    place.replaceChildren(...said.map((step) => {
      const button = make("button", { type: "button", className: "button" }, step.text);
      button.addEventListener("click", () => soon(() => order("step", { step: step.text })));
      return button;
    }));
  }

  function drawMoves() {
    const list = one("#moves");
    const before = listed;
    listed = view.moves;
    if (before && JSON.stringify(before) === JSON.stringify(listed)) return;
    const rows = [];
    view.moves.forEach((move, at) => {
      const half = frame.first + at;
      const number = Math.ceil(half / 2);
      if (move.by === "A" || !rows.length) rows.push(make("li", { value: number }, ...(move.by === "B" ? [make("span")] : [])));
      const text = make("span", { className: move.by.toLowerCase() }, move.text);
      if (move.seconds) text.append(make("small", {}, ` ${move.seconds}`));
      rows.at(-1).append(text);
    });
    list.replaceChildren(...rows);
    list.scrollTop = list.scrollHeight;
    const last = view.moves.at(-1);
    if (before && last && listed.length > before.length && frame.bots[last.by]) {
      one("#told").textContent = `${frame.sides[last.by]}: ${last.text}`;
    }
  }

  // What the bot prints as it thinks; else what it printed when it thought last.
  function drawThoughts() {
    const said = (view.thinking && view.thinking.said) || view.said;
    const place = one("#thoughts pre");
    one("#thoughts").hidden = !said;
    if (place.textContent === said) return;
    place.textContent = said;
    place.scrollTop = place.scrollHeight;
  }

  function drawLegend() {
    const legend = one("#legend");
    all(".of-mark", legend).forEach((item) => item.remove());
    const marks = new Map(Object.values(view.marks).map((mark) => [mark.name, mark.text]));
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
    bar.hidden = !view.thinking;
    if (!view.thinking) {
      all(".player .clock").forEach((clock) => (clock.textContent = ""));
      return;
    }
    const began = performance.now() - view.thinking.passed * 1000;
    const clock = one(`.player.${view.player.toLowerCase()} .clock`);
    const tick = () => {
      const passed = (performance.now() - began) / 1000;
      bar.value = Math.min(1, passed / view.thinking.limit);
      clock.textContent = `${passed.toFixed(1)} / ${view.thinking.limit} s`;
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
    else if (event.key === "Backspace") soon(() => view.can.undo && order("undo"));
    else if (["s", "S", "ы", "Ы"].includes(event.key)) soon(() => view.can.send && order("send"));
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
