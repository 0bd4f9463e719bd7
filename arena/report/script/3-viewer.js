// The viewer: shows one game, stepped through with keys, buttons, the slider, moves and bars.

const PLAY_INTERVAL = 700; // milliseconds between half-moves in automatic play

class Viewer {
  constructor(dialog) {
    this.dialog = dialog;
    this.game = null;
    this.page = 0;
    this.timer = null;
    this.slider = query("input", dialog);
    this.actions = {
      first: () => this.go(0),
      back: () => this.go(this.page - 1),
      play: () => this.play(),
      forward: () => this.go(this.page + 1),
      last: () => this.go(this.game.length),
      previous: () => this.goToNeighbour(-1),
      next: () => this.goToNeighbour(1),
      close: () => this.close(),
    };
    dialog.addEventListener("click", (event) => {
      const button = event.target.closest("button[value]");
      if (button) this.actions[button.value]?.();
    });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    dialog.addEventListener("keydown", (event) => this.key(event));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.close();
    });
  }

  part(selector) {
    return query(selector, this.dialog);
  }

  open(game) {
    this.stop();
    this.game = game;
    this.board = new Board(game);
    this.part(".board").replaceChildren(this.board.svg);
    this.slider.max = game.length;
    this.fill();
    this.go(game.length);
    if (this.dialog.open) return;
    this.focusedBefore = document.activeElement;
    document.documentElement.classList.add("viewing");
    // The dialog stands beside the tables where there is room for both, else above them.
    if (matchMedia("(min-width: 90rem)").matches) this.dialog.show();
    else this.dialog.showModal();
    this.part(".board").focus({ preventScroll: true });
  }

  close() {
    history.pushState(null, "", location.pathname + location.search);
    this.dismiss();
  }

  // Closes the viewer without a new entry in the history: the browser's «forward» must go on working.
  dismiss() {
    this.stop();
    this.dialog.close();
    document.documentElement.classList.remove("viewing");
    markInTables(null);
    this.focusedBefore?.focus?.({ preventScroll: true });
  }

  // Shows everything that depends on the game and the language, but not on the half-move.
  fill() {
    const { game } = this;
    this.part("#viewer-title").textContent = word("game", { number: game.number });
    const nameOf = (side) => game.section.sides[side.toUpperCase()][0].toLowerCase().replaceAll(" ", "-");
    this.dialog.className = ["a", "b"].map((side) => `${side}-${nameOf(side)}`).join(" ");
    for (const side of ["a", "b"]) {
      this.part(`.player.${side} .who`).textContent = game.name(side);
      const won = game.winner === side.toUpperCase();
      this.part(`.player.${side}`).classList.toggle("winner", won);
    }
    this.fillPair();
    this.fillVerdict();
    this.fillLoss();
    this.fillMoves();
    this.fillPrinted();
    this.part(".evidence").hidden = game.evidence === undefined || game.loss !== undefined;
    this.part(".evidence pre").textContent = game.evidence ?? "";
    this.plot = new Plot(this.part(".times svg"), game, (page) => this.go(page));
    const longest = word("longest", { seconds: shownSeconds(this.plot.most) });
    this.part(".times .most").textContent = game.length ? longest : "";
    this.part(".about dl").replaceChildren(...this.details());
  }

  fillPair() {
    const others = this.game.gamesOfPair.map((game) =>
      make("a", {
        href: address(game),
        textContent: `${game.number}: ${game.name("a")} ${game.result}`,
        ariaCurrent: game === this.game ? "true" : null,
      }),
    );
    this.part(".pair").replaceChildren(...others);
  }

  fillVerdict() {
    const { game } = this;
    const winner = game.winner === "D" ? null : game.name(game.winner.toLowerCase());
    const loser = game.name(game.winner === "A" ? "b" : "a");
    const title = winner === null ? word("drawn") : word("won", { name: winner });
    const lines = [make("b", { textContent: `${game.result} · ${title}` })];
    if (game.disqualified) {
      lines.push(make("b", { className: "tag", textContent: word("disqualified", { name: loser }) }));
    }
    lines.push(make("span", {}, ...linked(say(game.section.texts[game.why]))));
    if (game.counts === "-") lines.push(make("em", { textContent: word("annulled") }));
    else if (game.counts) {
      const result = { A: "1-0", B: "0-1", D: "½-½" }[game.counts];
      lines.push(make("em", { textContent: word("counts", { result }) }));
    }
    this.part(".verdict").replaceChildren(...lines);
  }

  // Shows the author of a bot the turn that lost the game, and what it should have been.
  fillLoss() {
    const section = this.part(".loss");
    if (!section) return;
    const { loss, evidence } = this.game;
    section.hidden = loss === undefined;
    if (!loss) return;
    query(".cause", section).hidden = !loss.cause;
    query(".cause", section).replaceChildren(...(loss.cause ? this.explained(loss.cause) : []));
    const faults = loss.faults.map((fault) => {
      const line = make("span", { className: "line" }, word(fault.severity, fault));
      return make("li", {}, line, " ", ...this.explained(fault));
    });
    query(".faults", section).replaceChildren(...faults);
    const links = [[this.game.section.rules, "rules"], ["/docs/matrix-format", "format"]];
    query(".where", section).replaceChildren(
      ...links.filter(([href]) => href).map(([href, name]) => make("a", { href, textContent: word(name) })),
    );
    query(".boards", section).hidden = !loss.boards;
    if (loss.boards) {
      const both = new BothBoards(this.game);
      queryAll(".boards div", section).forEach((place, page) => place.replaceChildren(both.drawPage(page)));
    }
    const [before, after] = queryAll(".files pre", section);
    before.textContent = loss.before;
    after.textContent = evidence ?? "";
    after.parentElement.hidden = evidence === undefined;
  }

  explained(fault) {
    const hint = fault.hint && make("span", { className: "hint" }, `${word("hint")}: `, ...linked(say(fault.hint)));
    return [make("b", {}, ...linked(say(fault.text))), ...(hint ? [hint] : [])];
  }

  fillMoves() {
    const { game } = this;
    this.moves = game.moveTexts.map((text, index) => {
      const page = index + 1;
      const side = player(game.halfMove(page));
      const button = make("button", { type: "button", className: side, textContent: text });
      button.addEventListener("click", () => this.go(page));
      if (game.printedAt(page).length) button.append(make("sup", { title: word("printed") }, "✎"));
      return button;
    });
    const items = [];
    this.moves.forEach((button, index) => {
      const number = game.halfMove(index + 1);
      if (number % 2 || !items.length) {
        items.push(make("li", { value: Math.ceil(number / 2) }));
        if (number % 2 === 0) items[0].append(make("span"));
      }
      items.at(-1).append(button);
    });
    this.part(".moves").replaceChildren(...items);
  }

  fillPrinted() {
    const { game } = this;
    const printed = game.printed ?? [];
    this.part(".printed").hidden = !printed.length;
    this.printedItems = printed.map(([halfMove, text]) => {
      const heading = `${halfMove}. ${game.name(player(halfMove))}`;
      const item = make("li", {}, make("b", { textContent: heading }), make("pre", { textContent: text }));
      item.dataset.page = halfMove - game.firstHalfMove + 1;
      return item;
    });
    this.part(".printed ol").replaceChildren(...this.printedItems);
  }

  details() {
    const { game } = this;
    const used = ["a", "b"].map((side, n) => `${game.name(side)} ${word("seconds", { seconds: localized(game.used[n]) })}`);
    const [minutes, zone] = game.section.zone ?? [0, "UTC"];
    const began = new Date((game.began + 60 * minutes) * 1000).toISOString().slice(0, 16).replace("T", " ");
    const rows = [
      [word("round"), game.round],
      [word("position"), game.start],
      [word("used"), used.join(", ")],
      [word("began"), `${began} ${zone}`],
      [word("machine"), game.section.machines[game.machine]],
      [word("voided"), game.voided || ""],
    ];
    return rows
      .filter(([, value]) => value !== "")
      .map(([title, value]) => make("div", {}, make("dt", {}, title), make("dd", {}, String(value))));
  }

  go(page) {
    const { game } = this;
    this.page = Math.max(0, Math.min(page, game.length));
    this.slider.value = this.page;
    this.board.show(this.page);
    this.plot.show(this.page);
    this.moves.forEach((button, index) => {
      if (index === this.page - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    this.keepInSight(this.moves[this.page - 1]);
    for (const item of this.printedItems) item.classList.toggle("here", Number(item.dataset.page) === this.page);
    this.keepInSight(this.printedItems.find((item) => item.classList.contains("here")));
    this.fillClocks();
    this.fillHalfMove();
    this.part(".text pre").textContent = this.board.text;
    this.aimPlayOn();
    if (this.page === game.length) this.stop();
  }

  // Fills the form that plays on from here, which works on the site only: a saved copy of the page has another address.
  aimPlayOn() {
    const form = this.part(".play-on");
    if (!form) return;
    form.hidden = decodeURIComponent(location.pathname) !== `/events/${form.elements.event.value}/report`;
    const { game, page } = this;
    const place = { section: data.sections.indexOf(game.section) + 1, number: game.number, at: page };
    for (const [name, value] of Object.entries(place)) form.elements[name].value = value;
  }

  fillClocks() {
    for (const side of ["a", "b"]) {
      const left = shownSeconds(this.game.clock(side, this.page));
      this.part(`.player.${side} .clock`).textContent = word("seconds", { seconds: left });
      const points = this.game.pointsOf(side, this.page);
      const stands = [`${side.toUpperCase()}, ${this.game.sideName(side)}`];
      if (points !== null) stands.push(word("points", { points }));
      this.part(`.player.${side} .side`).textContent = stands.join("; ");
      const moved = this.page > 0 && player(this.game.halfMove(this.page)) === side;
      this.part(`.player.${side}`).classList.toggle("moved", moved);
    }
  }

  fillHalfMove() {
    const { game, page } = this;
    const side = player(game.halfMove(page));
    const text = page === 0 ? word("start") : word("move", {
      number: game.halfMove(page),
      move: game.moveTexts[page - 1],
      side: game.sideName(side),
      name: game.name(side),
      seconds: shownSeconds(game.secondsUsed[page - 1]),
    });
    this.part(".said").textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
  }

  // Scrolls the list of the element, and nothing else.
  keepInSight(element) {
    const list = element?.closest("ol");
    if (!list) return;
    const [here, there] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
    if (here.top < there.top) list.scrollTop -= there.top - here.top;
    else if (here.bottom > there.bottom) list.scrollTop += here.bottom - there.bottom;
  }

  goToNeighbour(way) {
    const game = this.game.section.games[this.game.index + way];
    if (game) visit(game);
  }

  play() {
    if (this.timer) return this.stop();
    if (this.page === this.game.length) this.go(0);
    this.part(".said").setAttribute("aria-live", "off");
    this.part("[value=play]").setAttribute("aria-pressed", "true");
    this.timer = setInterval(() => this.go(this.page + 1), PLAY_INTERVAL);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.part(".said").setAttribute("aria-live", "polite");
    this.part("[value=play]").removeAttribute("aria-pressed");
  }

  key(event) {
    const named = {
      ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last",
      " ": "play", n: "next", p: "previous", т: "next", з: "previous", Escape: "close",
    };
    const action = named[event.key] ?? named[event.key.toLowerCase()];
    const onControl = event.target.closest("button, a, summary, pre");
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && onControl) return; // the space bar presses the control
    event.preventDefault();
    this.actions[action]();
  }
}
