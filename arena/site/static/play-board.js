// A board of cells that can be clicked and walked over with the arrow keys. It knows no rules: it
// shows the given position, and reports the chosen cell. Pieces are drawn as on every other board, by
// the script before this one.

"use strict";

// Returns the drawing of a look that fills its cell.
function drawLook(look, attributes = {}) {
  return draw("svg", { viewBox: `0 0 ${CELL} ${CELL}`, "aria-hidden": "true", ...attributes }, drawing(look, CELL));
}

// Makes a part of the board. The role is an attribute: not every browser has it as a property.
function part(name, role, properties = {}, ...children) {
  const element = make(name, properties, ...children);
  element.setAttribute("role", role);
  return element;
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class PlayedBoard {
  constructor(grid, frame, onChoose, onLook) {
    Object.assign(this, { grid, frame, onChoose, onLook });
    grid.style.setProperty("--columns", frame.width);
    grid.style.setProperty("--rows", frame.height);
    this.cells = new Map();
    for (let row = 0; row < frame.height; row++) grid.append(this.row(row));
    grid.append(this.foot());
    this.here = frame.names[(frame.height - 1) * frame.width];
    this.cells.get(this.here).tabIndex = 0;
    grid.addEventListener("click", (event) => this.handleClick(event));
    grid.addEventListener("keydown", (event) => this.handleKey(event));
    for (const kind of ["focusin", "mouseover"]) {
      grid.addEventListener(kind, (event) => {
        const cell = event.target.closest("[data-cell]");
        if (cell) onLook(cell.dataset.cell);
      });
    }
    grid.addEventListener("mouseleave", () => onLook(null));
  }

  // Animates the piece on a cell as coming from another, unless the visitor prefers no motion.
  slide(from, to) {
    const [start, end] = [this.cells.get(from), this.cells.get(to)];
    if (!start || !end || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [a, b] = [start.getBoundingClientRect(), end.getBoundingClientRect()];
    const away = `translate(${a.left - b.left}px, ${a.top - b.top}px)`;
    const piece = end.querySelector("svg:not(.ghost)");
    end.classList.add("sliding");
    const run = piece?.animate([{ transform: away }, { transform: "none" }], { duration: 190, easing: "ease-out" });
    if (run) run.onfinish = run.oncancel = () => end.classList.remove("sliding");
  }

  row(row) {
    const height = this.frame.names.length / this.frame.width;
    const names = this.frame.names.slice(row * this.frame.width, (row + 1) * this.frame.width);
    const cells = names.map((name, column) => {
      const shade = (column + height - row) % 2 ? "dark" : "light"; // a1 is dark
      const cell = part("div", "gridcell", { tabIndex: -1, className: `cell ${shade}` });
      cell.dataset.cell = name;
      this.cells.set(name, cell);
      return cell;
    });
    const number = names[0].replace(/\D+/, "");
    return this.line("rowheader", number, cells);
  }

  foot() {
    const letters = this.frame.names.slice(0, this.frame.width).map((name) => name.replace(/\d+/, ""));
    const heads = letters.map((letter) => part("span", "columnheader", { className: "name" }, letter));
    return this.line("gridcell", "", heads);
  }

  line(role, name, cells) {
    return part("div", "row", { className: "row" }, part("span", role, { className: "name" }, name), ...cells);
  }

  handleClick(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell || (event.detail > 1 && cell.dataset.cell === this.here)) return; // a double click counts as one click
    this.stand(cell.dataset.cell);
    this.onChoose(cell.dataset.cell);
  }

  handleKey(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    if (STEPS[event.key]) this.walk(...STEPS[event.key]);
    else if (event.key === "Home" || event.key === "End") this.walk(event.key === "Home" ? -99 : 99, 0);
    else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.onChoose(cell.dataset.cell); // a key held down counts as one press
    }
    else return;
    event.preventDefault();
  }

  walk(right, down) {
    const { width, height, names } = this.frame;
    const place = names.indexOf(this.here);
    const clamp = (number, count) => Math.max(0, Math.min(count - 1, number));
    const column = clamp((place % width) + right, width);
    const row = clamp(Math.floor(place / width) + down, height);
    this.stand(names[row * width + column]);
  }

  stand(name) {
    this.cells.get(this.here).tabIndex = -1;
    this.here = name;
    const cell = this.cells.get(name);
    cell.tabIndex = 0;
    cell.focus();
  }

  // Shows a position: `describe(name)` returns look, class names and words of a cell, and perhaps a ghost.
  show(describe) {
    for (const [name, cell] of this.cells) {
      const { look: cellLook, classes, words, ghost } = describe(name);
      const drawn = `${cellLook.drawing} ${ghost ? ghost.drawing : ""}`;
      if (cell.dataset.drawn !== drawn) {
        cell.dataset.drawn = drawn;
        cell.replaceChildren(drawLook(cellLook), ...(ghost ? [drawLook(ghost, { class: "ghost" })] : []));
      }
      const shade = cell.classList.contains("dark") ? "dark" : "light";
      cell.className = ["cell", shade, ...classes].join(" ");
      cell.setAttribute("aria-label", `${name}: ${words.join(", ")}`);
    }
  }
}
