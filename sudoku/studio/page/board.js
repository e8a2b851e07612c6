// The board: the drawing of the server, and over it digits, marks, colours and the selection.

import { byId, drawn, svg } from "./elements.js";

export const COLOURS = ["#f7b2ad", "#f9d99a", "#f3f0a0", "#b9e4b4", "#a8dcd9", "#aac8f0", "#cdb7ec", "#efb6da", "#c9c9c9"];
const NEAR = 0.4;

export class Board {
  #root = svg("svg", { "aria-hidden": "true" });
  #parts = {};
  #above = svg("g");
  #cellAt = new Map();
  #path = null;
  drawing = null;
  selection = [];
  counts = null;
  conflict = [];
  wrong = [];
  shown = null;
  onpath = null;
  onoutside = null;
  onselect = () => {};

  constructor(state) {
    this.state = state;
    this.holder = byId("board");
    this.holder.append(this.#root);
    this.#listen();
  }

  /** Take the drawing of a puzzle. */
  setDrawing(drawing) {
    this.drawing = drawing;
    this.#cellAt = new Map(drawing.places.map(([row, column], cell) => [`${row},${column}`, cell]));
    this.selection = this.selection.filter(cell => cell < drawing.cells.length);
    this.#root.setAttribute("viewBox", drawing.box.join(" "));
    this.#root.setAttribute("font-family", "Lato, Helvetica, Arial, sans-serif");
    this.#root.setAttribute("text-anchor", "middle");
    const [left, top, width, height] = drawing.box;
    this.#root.replaceChildren(svg("rect", { x: left, y: top, width, height, fill: "white" }));
    this.#parts = {};
    for (const name of drawing.order) {
      const rules = drawing.layers.find(layer => layer.attributes.class === name);
      const own = { rules: svg("g"), step: svg("g"), own: svg("g") };
      if (rules) own.rules.append(drawn(rules));
      this.#parts[name] = own;
      this.#root.append(own.rules, own.own, own.step);
    }
    this.#root.append(this.#above);
    this.holder.style.setProperty("--ratio", width / height);
    this.holder.style.setProperty("--columns", drawing.columns);
    this.draw();
  }

  /** Show a step, with the digits and candidates at which it is found, or null for the puzzle. */
  show(shown) {
    this.shown = shown;
    this.draw();
  }

  draw() {
    const drawing = this.drawing;
    const isStale = drawing?.cells.length !== this.state.now.puzzle.clues.length;
    this.holder.classList.toggle("stale", isStale);
    if (isStale) return;
    const layers = this.shown?.layers ?? [];
    for (const name of drawing.order) {
      const layer = layers.find(each => each.attributes.class === name);
      this.#parts[name].step.replaceChildren(...(layer ? [drawn(layer)] : []));
      this.#parts[name].own.replaceChildren();
    }
    this.#above.replaceChildren();
    drawing.cells.forEach((_, cell) => this.#drawCell(cell));
    this.#drawSelection();
  }

  #drawCell(cell) {
    const { puzzle, entered, corner, centre, colours } = this.state.now;
    const position = this.shown?.position;
    const clue = puzzle.clues[cell];
    const digit = clue || (position ? position.digits[cell] : entered[cell]);
    this.#drawColours(cell, colours[cell]);
    if (this.wrong.includes(cell) || this.conflict.includes(cell)) this.#square(cell, "trouble", 2);
    if (digit) {
      const kind = clue ? "clue" : "entered";
      const wide = this.drawing.symbols.length > 9;
      this.#write("digits", cell, 0.5, 0.5, this.#symbol(digit), wide ? 30 : 37, kind);
      return;
    }
    if (position) {
      this.#candidates(cell, position.candidates[cell], () => "candidate");
      return;
    }
    this.#corner(cell, corner[cell]);
    if (centre[cell].length) {
      const text = centre[cell].map(each => this.#symbol(each)).join("");
      this.#write("candidates", cell, 0.5, 0.5, text, Math.min(17, 88 / text.length), "own");
    } else if (this.counts && !this.state.isPlaying) {
      const counts = this.counts.counts[cell];
      const digits = counts.map((count, k) => (count ? k + 1 : 0)).filter(Boolean);
      this.#candidates(cell, digits, each => this.#kind(counts[each - 1]));
    }
  }

  #kind(count) {
    if (!this.counts.complete) return "candidate open";
    return count === 1 && this.counts.cap > 1 ? "candidate once" : "candidate";
  }

  #candidates(cell, digits, kind) {
    const { spots, font } = this.drawing;
    const [x, y] = this.drawing.cells[cell];
    for (const digit of digits) {
      const [right, down] = spots[digit - 1];
      const text = svg("text", { x: x + right, y: y + down + 0.36 * font, "font-size": font, class: kind(digit) });
      text.append(this.#symbol(digit));
      this.#parts.candidates.own.append(text);
    }
  }

  #corner(cell, digits) {
    const places = [[0.16, 0.18], [0.84, 0.18], [0.16, 0.84], [0.84, 0.84], [0.5, 0.18], [0.5, 0.84], [0.16, 0.5], [0.84, 0.5]];
    digits.forEach((digit, k) => {
      const [x, y] = places[k] ?? [0.3 + 0.1 * (k - 8), 0.32];
      this.#write("candidates", cell, x, y, this.#symbol(digit), 14, "own");
    });
  }

  #drawColours(cell, colours) {
    const [x, y] = this.drawing.cells[cell];
    const size = this.drawing.size;
    colours.forEach((colour, k) => {
      const width = size / colours.length;
      const fill = COLOURS[colour];
      this.#parts.shades.own.append(svg("rect", { x: x + k * width, y, width, height: size, fill }));
    });
  }

  #square(cell, name, inset) {
    const [x, y] = this.drawing.cells[cell];
    const width = this.drawing.size - 2 * inset;
    this.#parts.dots.own.append(svg("rect", { x: x + inset, y: y + inset, width, height: width, class: name }));
  }

  #write(layer, cell, right, down, words, size, name) {
    const [x, y] = this.drawing.cells[cell];
    const place = { x: x + right * this.drawing.size, y: y + down * this.drawing.size + 0.36 * size };
    const text = svg("text", { ...place, "font-size": size, class: name });
    text.append(words);
    this.#parts[layer].own.append(text);
  }

  #symbol(digit) {
    return this.drawing.symbols[digit - 1];
  }

  #drawSelection() {
    const chosen = this.#path ?? this.selection;
    const group = this.#above;
    for (const cell of chosen) {
      const [x, y] = this.drawing.cells[cell];
      const width = this.drawing.size - 4;
      group.append(svg("rect", { x: x + 2, y: y + 2, width, height: width, class: "selected" }));
    }
    if (this.#path && this.#path.length > 1) {
      const half = this.drawing.size / 2;
      const points = this.#path.map(cell => this.drawing.cells[cell].map(each => each + half).join(",")).join(" ");
      group.append(svg("polyline", { points, class: "path" }));
    }
    if (this.onoutside) {
      this.drawing.outside.forEach(({ at: [x, y] }) => {
        group.append(svg("rect", { x: x - 20, y: y - 16, width: 40, height: 32, class: "spot" }));
      });
    }
  }

  select(cells) {
    this.selection = cells;
    this.draw();
    this.onselect();
  }

  #point(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    return point.matrixTransform(this.#root.getScreenCTM().inverse());
  }

  /** Return the cell under a pointer; while dragging only near its middle, so that diagonals work. */
  #cell(event, isNear) {
    const { x, y } = this.#point(event);
    const size = this.drawing.size;
    const [row, column] = [Math.floor(y / size), Math.floor(x / size)];
    const away = Math.hypot(x / size - column - 0.5, y / size - row - 0.5);
    if (isNear && away > NEAR) return null;
    return this.#cellAt.get(`${row},${column}`) ?? null;
  }

  #listen() {
    const holder = this.holder;
    let isDown = false;
    let isRemoving = false;
    holder.addEventListener("pointerdown", event => {
      if (!this.drawing || event.button || holder.classList.contains("stale")) return;
      holder.focus({ preventScroll: true });
      event.preventDefault();
      if (this.onoutside && this.#outside(event)) return;
      const cell = this.#cell(event, false);
      if (cell === null) {
        if (!this.onpath) this.select([]);
        return;
      }
      isDown = true;
      holder.setPointerCapture(event.pointerId);
      if (this.onpath) {
        this.#path = [cell];
        this.draw();
        return;
      }
      const adds = event.shiftKey || event.ctrlKey || event.metaKey;
      isRemoving = adds && this.selection.includes(cell);
      const kept = adds ? this.selection.filter(each => each !== cell) : [];
      this.select(isRemoving ? kept : [...kept, cell]);
    });
    holder.addEventListener("pointermove", event => {
      if (!isDown) return;
      const cell = this.#cell(event, true);
      if (cell === null) return;
      if (this.#path) {
        if (this.#path.at(-2) === cell) this.#path.pop();
        else if (!this.#path.includes(cell)) this.#path.push(cell);
        else return;
        this.draw();
      } else if (this.selection.includes(cell) === isRemoving) {
        const kept = this.selection.filter(each => each !== cell);
        this.select(isRemoving ? kept : [...kept, cell]);
      }
    });
    for (const kind of ["pointerup", "pointercancel"]) {
      holder.addEventListener(kind, () => {
        isDown = false;
        const path = this.#path;
        this.#path = null;
        if (path && kind === "pointerup") this.onpath?.(path);
        if (path) this.draw();
      });
    }
    holder.addEventListener("dblclick", event => {
      const cell = this.onpath ? null : this.#cell(event, false);
      const digit = cell === null ? 0 : this.state.digit(cell);
      if (!digit) return;
      this.select([...this.drawing.cells.keys()].filter(each => this.state.digit(each) === digit));
    });
  }

  #outside(event) {
    const { x, y } = this.#point(event);
    const found = this.drawing.outside.find(({ at }) => Math.abs(at[0] - x) < 22 && Math.abs(at[1] - y) < 20);
    if (found) this.onoutside(found);
    return Boolean(found);
  }
}
