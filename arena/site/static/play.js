// The page of one game: shows the server's view of it, and sends a person's actions.

"use strict";

(() => {
  const { frame, language, role, watching, words, view: initialView } = JSON.parse(query("#data").textContent);
  const here = location.pathname;
  const languageIndex = language === "ru" ? 1 : 0;
  let live = null; // the game as it stands
  let arrival = 0; // time at which `live` arrived: its clocks have run since then
  let view = null; // the state that is shown: the present one, or an earlier one
  let chosen = []; // cells of an incomplete step
  let pointed = null; // the cell under the mouse, or with the focus
  let waiting = Promise.resolve(); // actions run one after another, each seeing the result of the last
  let listedMoves = null; // the moves in the list
  let sendAgain = null; // sends an order that was lost with the connection

  const board = new PlayedBoard(query("#board"), frame, (name) => enqueue(() => choose(name)), pointAt);
  const sounds = new Sounds(query("#sounds"));
  const steps = new Steps(words, showChosenStep, showRefusal);
  const review = new Review(words, steps);
  // Returns the sentence with a capital first letter, unless its first word has other characters than letters, as
  // cells and most names of bots have.
  const capital = (text) => (/^\p{L}+(?=[\s,;:.!?]|$)/u.test(text) ? text[0].toUpperCase() + text.slice(1) : text);
  const indexOfCell = (name) => frame.names.indexOf(name);
  const lookOf = (name) => view.looks[view.grid[indexOfCell(name)]];
  const continuesChosen = (step) => chosen.every((cell, at) => step.cells[at] === cell);
  const ofColumn = (name) => (view.persons ? view.steps.filter((step) => step.column.includes(name)) : []);
  const possible = () => (view.persons ? view.steps.filter(continuesChosen) : []);

  function enqueue(action) {
    if (sendAgain) return; // the position is not known until the lost order has arrived
    waiting = waiting.then(action).catch(() => showRefusal(words.LOST));
  }

  function choose(name) {
    if (steps.place !== null) return steps.press("now");
    if (!view.persons) return undefined;
    showRefusal("");
    const fitting = possible().filter((step) => step.cells[chosen.length] === name);
    const whole = fitting.find((step) => step.cells.length === chosen.length + 1);
    if (whole) return sendOrder("step", { step: whole.text });
    if (fitting.length) chosen = [...chosen, name];
    else if (chosen[0] === name) chosen = [];
    else if (view.steps.some((step) => step.cells[0] === name)) chosen = [name];
    else if (ofColumn(name).length) return sendOrder("step", { step: ofColumn(name)[0].text });
    else return askWhyNot(name);
    drawBoard();
    return undefined;
  }

  // Sends an impossible step all the same: the answer is the rule's sentence that says why not.
  function askWhyNot(name) {
    const text = chosen.length ? `${chosen.join("-")}-${name}` : name;
    return sendOrder("step", { step: text });
  }

  // Sends an order, and sends it again while the connection is lost; returns whether it was answered. The
  // site carries it out once, since the moment changes with the position. Where the first one had arrived,
  // the second one is refused, and the position comes by the stream.
  async function sendOrder(what, more = {}) {
    const { moment } = live;
    const request = { method: "POST", headers: { "content-type": "application/json" } };
    const body = JSON.stringify({ do: what, moment, ...more });
    let result = null;
    let hasArrived = false;
    for (let number = 1; !result && live.moment === moment; number += 1) {
      try {
        const answer = await fetch(here, { ...request, body });
        result = await answer.json();
        hasArrived = number > 1 && answer.status === 409;
      } catch {
        await connectionIsBack();
      }
    }
    showRefusal((!hasArrived && result?.error) || "");
    if (result && !result.error) show(result);
    return Boolean(result);
  }

  async function connectionIsBack() {
    showRefusal(words.LOST);
    await new Promise((resolve) => {
      sendAgain = resolve;
      setTimeout(resolve, RETRY_PAUSE);
    });
    sendAgain = null;
  }

  function showRefusal(sentence) {
    const place = query("#refused");
    place.hidden = !sentence;
    place.textContent = sentence ? `${capital(sentence)}.` : "";
  }

  function show(state) {
    if (live && state.version < live.version) return;
    const before = live;
    if (!before || state.half_move !== before.half_move || state.pending.length !== before.pending.length) {
      chosen = [];
      showRefusal("");
    }
    live = state;
    arrival = performance.now();
    steps.take(state);
    view = steps.view ?? live;
    drawBoard();
    drawSide();
    if (before) playEffects(before);
  }

  // Plays the sound and the animation of the last change.
  function playEffects(before) {
    if (live.winner && !before.winner) sounds.end();
    else if (live.moves.length > before.moves.length) sounds.move(Boolean(live.last && Object.keys(live.last.taken).length));
    if (live.moves.length === before.moves.length + 1 && !steps.view && live.last?.slid.length) board.slide(...live.last.slid);
  }

  function showChosenStep() {
    view = steps.view ?? live;
    chosen = [];
    drawBoard();
    drawSide();
  }

  function drawBoard() {
    query("#desk").dataset.shows = [view.moment, ...chosen].join(" ");
    const next = new Set(possible().flatMap((step) => (step.column.length ? step.changes : step.cells[chosen.length] ?? [])));
    const pending = new Set(view.pending);
    const changed = new Set(view.last ? view.last.cells.filter((cell) => !pending.has(cell)) : []);
    const advised = view.hint ? view.hint.split(/[-:]/) : [];
    const pointedSteps = possible().filter((step) => step.cells.at(-1) === pointed && step.cells.length === chosen.length + 1);
    const hit = new Set([...pointedSteps, ...ofColumn(pointed)].flatMap((step) => step.changes));
    board.show((name) => {
      const shown = lookOf(name);
      const taken = view.last && !pending.has(name) && view.last.taken[name];
      const mark = view.marks[name];
      const classes = [];
      const said = [shown.name[languageIndex]];
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
      note(advised.includes(name), "advised", advised.includes(name) && words.HINT_SAID.replace("{move}", view.hint));
      note(taken, "taken", words.CAPTURED);
      note(mark, `mark-${mark && mark.name}`, mark && mark.text);
      return { look: shown, classes, words: said, ghost: taken ? view.looks[taken] : null };
    });
    showCellLabel();
  }

  function pointAt(name) {
    pointed = name;
    if (view && view.steps.some((step) => step.changes.length)) drawBoard();
    else showCellLabel();
  }

  function showCellLabel() {
    query("#about").textContent = pointed ? board.cells.get(pointed).getAttribute("aria-label") : "\u00a0";
  }

  function drawSide() {
    document.body.classList.toggle("thinks", Boolean(live.thinking));
    const status = `${capital(live.status)}.`;
    if (query("#status").textContent !== status) query("#status").replaceChildren(...ruleLinked(status));
    query("#status").classList.toggle("over", Boolean(live.winner));
    if (live.trouble) showRefusal(live.trouble);
    const focused = query(".orders button:focus");
    for (const button of queryAll(".orders button[value]")) {
      const can = Boolean(live.can[button.value]);
      const stays = ["send", "undo"].includes(button.value) && live.can.steps && !live.winner;
      button.hidden = !can && !stays;
      button.disabled = !can;
    }
    // A button disabled after a key press would lose the focus.
    if (focused && focused.disabled) board.cells.get(board.here).focus();
    for (const side of ["A", "B"]) {
      const player = query(`.player.${side.toLowerCase()}`);
      player.classList.toggle("moved", !view.winner && view.player === side);
      player.classList.toggle("winner", live.winner === side);
    }
    drawResult();
    drawOnlookers();
    query("#beside").hidden = !view.beside.length;
    query("#beside").textContent = view.beside.join("; ");
    drawWords();
    drawMoves();
    drawThoughts();
    drawThinking();
    drawLegend();
    review.show(live);
  }

  // Makes a link of each rule in the text.
  function ruleLinked(text) {
    return text.split(/(\((?:rule|правило) \d+\))/).map((part) => {
      const rule = /^\((?:rule|правило) (\d+)\)$/.exec(part);
      return rule ? make("a", { href: `/docs/rules#rule-${rule[1]}` }, part) : part;
    });
  }

  function drawResult() {
    query("#result").hidden = !live.winner;
    const next = query("#next");
    next.hidden = !live.next;
    if (live.next) next.href = live.next;
    for (const form of queryAll("#result form")) form.hidden = Boolean(live.next);
  }

  function drawOnlookers() {
    const said = [];
    if (role === "watch") said.push(words.YOU_WATCH);
    if (live.onlookers) said.push(words.OVER_ONLOOKERS.replace("{count}", live.onlookers));
    const text = said.join(". ");
    if (query("#onlookers").textContent !== text) query("#onlookers").textContent = text;
  }

  // Shows buttons for moves that name no cell and no column, which cannot be clicked on the board.
  function drawWords() {
    const place = query("#words");
    const has = (step) => step.cells.length || step.column.length || (step.text === "pass" && view.can.pass);
    const said = view.persons ? view.steps.filter((step) => !has(step)) : [];
    place.hidden = !said.length;
    place.replaceChildren(...said.map((step) => {
      const button = make("button", { type: "button", className: "button" }, step.text);
      button.addEventListener("click", () => enqueue(() => sendOrder("step", { step: step.text })));
      return button;
    }));
  }

  function drawMoves() {
    const list = query("#moves");
    const before = listedMoves;
    listedMoves = live.moves;
    const weakMoves = (live.worth ?? []).map((value) => value.weak_move);
    const key = JSON.stringify([listedMoves, weakMoves]);
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    const rows = [];
    live.moves.forEach((move, at) => {
      const half = frame.first + at;
      const number = Math.ceil(half / 2);
      if (move.by === "A" || !rows.length) rows.push(make("li", { value: number }, ...(move.by === "B" ? [make("span")] : [])));
      const text = make("button", { type: "button", value: at + 1, className: move.by.toLowerCase() }, move.text);
      if (weakMoves[at]) text.append(make("b", { className: weakMoves[at], title: words.WEAK_MOVE_MARK }, weakMoves[at] === "very-weak" ? "??" : "?"));
      if (move.seconds) text.append(make("small", {}, ` ${move.seconds}`));
      rows.at(-1).append(text);
    });
    list.replaceChildren(...rows);
    if (steps.place === null) list.scrollTop = list.scrollHeight;
    steps.mark();
    const last = live.moves.at(-1);
    if (before && last && listedMoves.length > before.length && frame.bots[last.by]) {
      query("#told").textContent = `${frame.sides[last.by]}: ${last.text}`;
    }
  }

  // Shows the output of a bot that thinks; else of the last one that did.
  function drawThoughts() {
    const said = (view.thinking && view.thinking.said) || view.said;
    const place = query("#thoughts pre");
    query("#thoughts").hidden = !said;
    if (place.textContent === said) return;
    place.textContent = said;
    place.scrollTop = place.scrollHeight;
  }

  function drawLegend() {
    const legend = query("#legend");
    queryAll(".of-mark", legend).forEach((item) => item.remove());
    const marks = new Map(Object.values(view.marks).map((mark) => [mark.name, mark.text]));
    for (const [name, text] of marks) {
      const sample = make("span", { className: `cell mark-${name}` });
      sample.setAttribute("aria-hidden", "true");
      legend.append(make("li", { className: "of-mark" }, sample, text));
    }
  }

  let ticking = 0;
  function drawThinking() {
    clearInterval(ticking);
    const { thinking, clocks, ticks, player } = live;
    const bar = query("#thinking");
    bar.classList.toggle("idle", !thinking);
    const tick = () => {
      const passed = (performance.now() - arrival) / 1000;
      for (const side of ["A", "B"]) tickClock(side, clocks[side], ticks && side === player ? passed : 0);
      if (!thinking) return;
      const thought = thinking.passed + passed;
      bar.value = Math.min(1, thought / thinking.limit);
      if (clocks[player] === null) clockOf(player).textContent = `${localized(thought.toFixed(1))} / ${localized(String(thinking.limit))} ${unit}`;
    };
    if (thinking || ticks) ticking = setInterval(tick, 100);
    tick(); // may stop the interval
  }

  const unit = languageIndex ? "с" : "s";
  const clockOf = (side) => query(`.player.${side.toLowerCase()} .clock`);

  // Shows a clock. When it runs out, the site is asked, since its clock counts.
  function tickClock(side, left, passed) {
    const clock = clockOf(side);
    if (left === null) {
      clock.textContent = "";
      return;
    }
    const rest = Math.max(0, left - passed);
    const minutes = Math.floor(rest / 60);
    clock.textContent = left >= 60 ? `${minutes}:${String(Math.floor(rest % 60)).padStart(2, "0")}` : `${localized(rest.toFixed(1))} ${unit}`;
    clock.classList.toggle("short", rest < 10);
    if (rest === 0 && passed && !live.thinking) {
      clearInterval(ticking);
      setTimeout(() => enqueue(() => sendOrder("late")), 60);
    }
  }

  // The second click of a double click counts for a button that is pressed repeatedly, and never for
  // a button that the first click has put in its place.
  let pressed = null;
  for (const orders of queryAll("#orders, #result .orders")) orders.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || (event.detail > 1 && (button !== pressed || ["send", "pass"].includes(button.value)))) return;
    pressed = button;
    if (["hint", "review"].includes(button.value)) giveOrder(button.value);
    else enqueue(() => giveOrder(button.value));
    if (["send", "undo", "pass"].includes(button.value)) board.cells.get(board.here).focus();
  });

  async function giveOrder(what) {
    if (steps.place !== null && what !== "review") await steps.press("now");
    const isAnswered = await sendOrder(what);
    if (what !== "hint" || !isAnswered) return;
    if (!live.hint) showRefusal(words.NO_HINT);
    else query("#told").textContent = words.HINT_SAID.replace("{move}", live.hint);
  }

  query("#moves").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) steps.go(Number(button.value));
  });

  // Copies a link for spectators, who cannot move.
  query("#link").addEventListener("click", async () => {
    const address = `${location.origin}${watching}#${steps.here}`;
    history.replaceState(null, "", `#${steps.here}`);
    query("#told").textContent = query("#onlookers").textContent = (await copyText(address)) ? words.COPIED : address;
  });

  // Without encryption, a page has no clipboard, but can copy selected text.
  async function copyText(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
    const field = make("textarea", { value: text, readOnly: true });
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, button, a, summary")) return;
    if (event.key === "Escape") { chosen = []; drawBoard(); }
    else if (event.key === "Backspace") enqueue(() => view.can.undo && sendOrder("undo"));
    else if ([",", "б", "Б", "<"].includes(event.key)) steps.press("back");
    else if ([".", "ю", "Ю", ">"].includes(event.key)) steps.press("forward");
    else if (["s", "S", "ы", "Ы"].includes(event.key)) enqueue(() => view.can.send && sendOrder("send"));
    else return;
    event.preventDefault();
  });

  // Shows that the site is unreachable, or why it refuses: the game is gone, or too many people watch it.
  async function tellLost(lost) {
    document.body.classList.toggle("lost", lost);
    showRefusal(lost ? words.LOST : "");
    if (!lost) return sendAgain?.();
    const answer = await fetch(`${here}/live`).catch(() => null);
    if (answer?.ok) answer.body.cancel();
    else if (answer) showRefusal((await answer.json().catch(() => ({}))).error || words.LOST);
  }

  show(initialView);
  const linked = /^#(\d{1,4})$/.exec(location.hash);
  if (linked) steps.go(Number(linked[1]));
  listen(`${here}/live`, { message: show }, tellLost);
})();
