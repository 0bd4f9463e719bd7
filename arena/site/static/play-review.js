// Stepping through one's own game, and what its positions are worth: a bar beside the board and a
// curve under the moves. What is worth what comes from the site.

"use strict";

// The half-move that is looked at: nothing is the game as it stands now.
class Steps {
  constructor(onShow) {
    this.onShow = onShow;
    this.place = null; // how many half-moves were made where the visitor looks
    this.view = null;
    this.asked = 0;
    one(".steps").addEventListener("click", (event) => {
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

  // Of several asked for in haste, only the last is shown.
  async go(to) {
    const place = Math.max(0, Math.min(to, this.length));
    const turn = ++this.asked;
    if (place === this.length) {
      this.leave();
      return this.onShow();
    }
    const answer = await fetch(`${location.pathname}/at?n=${place}`);
    if (!answer.ok || turn !== this.asked) return undefined;
    this.view = await answer.json();
    this.place = place;
    this.mark();
    history.replaceState(null, "", `#${place}`);
    return this.onShow();
  }

  mark() {
    const can = { first: this.here > 0, back: this.here > 0, forward: this.here < this.length, now: this.place !== null };
    for (const button of all(".steps button")) button.disabled = !can[button.value];
    for (const button of all("#moves button")) {
      if (Number(button.value) === this.here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const field = one(".from-here input");
    if (field) field.value = this.here;
    one("#save").href = `${location.pathname}/matrix.txt?at=${this.here}`;
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

  // Red is above, as its chance is high.
  show(worth, here) {
    this.last = Math.max(worth.length - 1, 1);
    this.svg.setAttribute("viewBox", `0 0 ${this.last * 10} 100`);
    const points = worth.flatMap((one, at) => ("chance" in one ? [[at * 10, 100 - 100 * one.chance]] : []));
    const line = points.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y.toFixed(1)}`).join("");
    const drawn = [draw("path", { d: `M0 50H${this.last * 10}`, class: "even" })];
    if (points.length > 1) {
      const [first, end] = [points[0][0], points.at(-1)[0]];
      drawn.push(draw("path", { d: `${line}L${end} 50L${first} 50Z`, class: "area" }), draw("path", { d: line, class: "line" }));
    }
    worth.forEach((one, at) => {
      if (one.slip) drawn.push(draw("path", { d: `M${at * 10 + 10} 0V100`, class: one.slip }));
    });
    drawn.push(draw("path", { d: `M${here * 10} 0V100`, class: "here" }));
    this.svg.replaceChildren(...drawn);
  }
}

class Review {
  constructor(words, steps) {
    Object.assign(this, { words, steps });
    this.curve = new Curve(one("#curve"), (place) => steps.go(place));
    one("#slip").addEventListener("click", () => this.toSlip());
  }

  show(live) {
    const { worth } = live;
    this.worth = worth;
    one("#review").hidden = !worth;
    one("#worth-bar").classList.toggle("idle", !worth);
    if (!worth) return;
    const { here } = this.steps;
    this.curve.show(worth, here);
    const shown = worth[here];
    const made = worth[here - 1];
    const known = worth.filter((one) => one.known).length;
    const counts = this.words.REVIEWING.replace("{known}", known).replace("{all}", worth.length);
    const said = [shown.said, made?.why, known < worth.length ? counts : ""].filter(Boolean).join(". ");
    if (one("#worth-said").textContent !== said) one("#worth-said").textContent = said || "\u00a0";
    one("#worth-bar span").style.height = `${100 * (shown.chance ?? 0.5)}%`;
    one("#worth-bar").title = shown.said ?? "";
    one("#slip").hidden = known < worth.length;
  }

  // To the half-move that gave most away.
  toSlip() {
    const slips = this.worth.map((one, at) => [one.lost ?? 0, at]).sort(([one], [other]) => other - one);
    const [lost, at] = slips[0];
    if (lost) return this.steps.go(at + 1);
    one("#worth-said").textContent = this.words.NO_SLIP;
    return undefined;
  }
}
