// The plot of times: a bar for each half-move, A's up and B's down; a click goes to the half-move.

const HALF = 50; // height of the plot above the axis, and below it

class Plot {
  constructor(svg, game, go) {
    this.svg = svg;
    svg.replaceChildren();
    const width = Math.max(game.length, 20);
    this.most = Math.max(...game.secondsUsed, 0.001);
    svg.setAttribute("viewBox", `0 0 ${width * 10} ${2 * HALF}`);
    svg.setAttribute("preserveAspectRatio", "none");
    this.bars = game.secondsUsed.map((seconds, index) => this.bar(game, seconds, index + 1, go));
    svg.append(draw("path", { d: `M0 ${HALF}H${width * 10}`, class: "axis" }));
  }

  bar(game, seconds, page, go) {
    const side = player(game.halfMove(page));
    const height = Math.max((seconds / this.most) * (HALF - 4), 1);
    const y = side === "a" ? HALF - height : HALF;
    const x = (page - 1) * 10;
    const bar = draw(
      "g",
      { class: `bar ${side}` },
      draw("rect", { x, y: 0, width: 10, height: 2 * HALF, class: "reach" }),
      draw("rect", { x: x + 1, y, width: 8, height }),
      draw("title"),
    );
    const move = game.moveTexts[page - 1];
    const values = { number: game.halfMove(page), move, seconds: shownSeconds(seconds) };
    query("title", bar).textContent = word("bar", values);
    bar.addEventListener("click", () => go(page));
    this.svg.append(bar);
    return bar;
  }

  show(page) {
    this.bars.forEach((bar, index) => bar.classList.toggle("here", index === page - 1));
  }
}
