// Steps through the game, and shows the worth of its positions: a bar beside the board and a curve
// under the moves. The site computes the worths.

"use strict";

// The half-move that is shown; null is the game as it stands now.
class Steps {
  constructor(words, onShow, showRefusal) {
    Object.assign(this, { words, onShow, showRefusal });
    this.place = null; // number of half-moves before the position that is shown
    this.view = null;
    this.request = 0;
    query(".steps").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.press(button.value);
    });
  }

  take(live) {
    this.live = live;
    if (this.place !== null && this.place >= live.moves.length) this.leave();
    else this.mark();
  }

  get length() {
    return this.live.moves.length;
  }

  get here() {
    return this.place ?? this.length;
  }

  press(what) {
    const to = { first: 0, back: this.here - 1, forward: this.here + 1, now: this.length }[what];
    return this.go(to);
  }

  leave() {
    this.place = this.view = null;
    this.mark();
    history.replaceState(null, "", location.pathname + location.search);
  }

  // Shows the position after a number of half-moves; of several requests in haste only the last counts.
  async go(to) {
    const place = Math.max(0, Math.min(to, this.length));
    const request = ++this.request;
    if (place === this.length) {
      this.leave();
      return this.onShow();
    }
    const result = await this.ask(place);
    if (request !== this.request) return undefined;
    this.showRefusal(result.error ?? "");
    if (result.error) return undefined;
    this.view = result;
    this.place = place;
    this.mark();
    history.replaceState(null, "", `#${place}`);
    return this.onShow();
  }

  // Returns the view of the position, or the sentence of an error.
  async ask(place) {
    const address = `${location.pathname}/at?n=${place}`;
    const answer = fetch(address, { headers: { accept: "application/json" } });
    return answer.then((response) => response.json()).catch(() => ({ error: this.words.NO_ANSWER }));
  }

  mark() {
    const can = { first: this.here > 0, back: this.here > 0, forward: this.here < this.length, now: this.place !== null };
    for (const button of queryAll(".steps button")) button.disabled = !can[button.value];
    for (const button of queryAll("#moves button")) {
      if (Number(button.value) === this.here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const field = query(".from-here input");
    if (field) field.value = this.here;
    query("#save").href = `${location.pathname}/matrix.txt?at=${this.here}`;
    document.body.classList.toggle("looks-back", this.place !== null);
  }
}

class Curve {
  constructor(svg, onChoose) {
    this.svg = svg;
    svg.setAttribute("preserveAspectRatio", "none");
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      onChoose(Math.round(((event.clientX - box.left) / box.width) * this.last));
    });
  }

  // Draws A's chance, high chances at the top.
  show(worth, here) {
    this.last = Math.max(worth.length - 1, 1);
    this.svg.setAttribute("viewBox", `0 0 ${this.last * 10} 100`);
    const points = worth.flatMap((value, at) => ("chance" in value ? [[at * 10, 100 - 100 * value.chance]] : []));
    const line = points.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y.toFixed(1)}`).join("");
    const shapes = [draw("path", { d: `M0 50H${this.last * 10}`, class: "even" })];
    if (points.length > 1) {
      const [first, end] = [points[0][0], points.at(-1)[0]];
      shapes.push(draw("path", { d: `${line}L${end} 50L${first} 50Z`, class: "area" }), draw("path", { d: line, class: "line" }));
    }
    worth.forEach((value, at) => {
      if (value.weak_move) shapes.push(draw("path", { d: `M${at * 10 + 10} 0V100`, class: value.weak_move }));
    });
    shapes.push(draw("path", { d: `M${here * 10} 0V100`, class: "here" }));
    this.svg.replaceChildren(...shapes);
  }
}

class Review {
  constructor(words, steps) {
    Object.assign(this, { words, steps });
    this.curve = new Curve(query("#curve"), (place) => steps.go(place));
    query("#weak-move").addEventListener("click", () => this.toWeakMove());
  }

  show(live) {
    const { worth } = live;
    this.worth = worth;
    query("#review").hidden = !worth;
    query("#worth-bar").classList.toggle("idle", !worth);
    if (!worth) return;
    const { here } = this.steps;
    this.curve.show(worth, here);
    const shown = worth[here];
    const previous = worth[here - 1];
    const known = worth.filter((value) => value.known).length;
    const counts = this.words.REVIEWING.replace("{known}", known).replace("{all}", worth.length);
    const text = [shown.said, previous?.why, known < worth.length ? counts : ""].filter(Boolean).join(". ");
    if (query("#worth-said").textContent !== text) query("#worth-said").textContent = text || "\u00a0";
    query("#worth-bar span").style.height = `${100 * (shown.chance ?? 0.5)}%`;
    query("#worth-bar").title = shown.said ?? "";
    query("#weak-move").hidden = known < worth.length;
  }

  // Goes to the half-move that gave away most.
  toWeakMove() {
    const losses = this.worth.map((value, at) => [value.lost ?? 0, at]).sort(([loss], [other]) => other - loss);
    const [lost, at] = losses[0];
    if (lost) return this.steps.go(at + 1);
    query("#worth-said").textContent = this.words.NO_WEAK_MOVE;
    return undefined;
  }
}
