// The board: the drawing of the server, and over it digits, marks, colours and the selection.

import { byId, drawn, svg } from "./elements.js";
import { View } from "./view.js";

export const COLOURS = ["#f7b2ad", "#f9d99a", "#f3f0a0", "#b9e4b4", "#a8dcd9", "#aac8f0", "#cdb7ec", "#efb6da", "#c9c9c9"];
const CORNERS = [[0.16, 0.18], [0.84, 0.18], [0.16, 0.84], [0.84, 0.84], [0.5, 0.18], [0.5, 0.84], [0.16, 0.5], [0.84, 0.5]];

export class Board {
  root = svg("svg", { "aria-hidden": "true" });
  view = new View(this.root);
  #parts = {};
  #cells = [];
  #above = svg("g", { class: "above" });
  drawing = null;
  selection = [];
  path = null;
  counts = null;
  conflict = [];
  conflictLayers = [];
  wrong = [];
  spare = [];
  regions = null;
  shown = null;
  onpath = null;
  onoutside = null;
  onselect = () => {};

  constructor(state) {
    this.state = state;
    this.holder = byId("board");
    this.holder.append(this.root);
    this.root.setAttribute("font-family", "Lato, Helvetica, Arial, sans-serif");
    this.root.setAttribute("text-anchor", "middle");
  }

  /** Take the drawing of a puzzle. */
  setDrawing(drawing) {
    this.drawing = drawing;
    this.selection = this.selection.filter(cell => cell < drawing.cells.length);
    this.view.setBox(drawing.box);
    const [left, top, width, height] = drawing.box;
    this.root.replaceChildren(svg("rect", { x: left, y: top, width, height, fill: "white" }));
    this.#parts = {};
    this.#cells = drawing.cells.map(() => ({ looks: "", elements: [] }));
    for (const name of drawing.order) {
      const layer = drawing.layers.find(each => each.attributes.class === name);
      const parts = { rules: svg("g"), own: svg("g"), step: svg("g", { class: "step" }) };
      if (layer) parts.rules.append(drawn(layer));
      this.#parts[name] = parts;
      this.root.append(parts.rules, parts.step, parts.own); // digits stand on the discs of steps
    }
    this.root.append(this.#above);
    this.holder.style.setProperty("--ratio", width / height);
    this.holder.style.setProperty("--columns", drawing.columns);
    this.draw();
  }

  /** Show a step, with the digits and candidates at which it is found, or null for the puzzle. */
  show(shown) {
    this.shown = shown;
    this.draw();
  }

  get isStale() {
    return this.drawing?.cells.length !== this.state.now.puzzle.clues.length;
  }

  draw() {
    this.holder.classList.toggle("stale", this.isStale);
    if (this.isStale) return;
    const layers = this.shown?.layers ?? this.conflictLayers;
    for (const name of this.drawing.order) {
      const layer = layers.find(each => each.attributes.class === name);
      this.#parts[name].step.replaceChildren(...(layer ? [drawn(layer)] : []));
    }
    this.root.classList.toggle("old", Boolean(this.counts?.isOld));
    this.root.classList.toggle("shown", Boolean(this.shown));
    this.#above.replaceChildren();
    this.#cells.forEach((_, cell) => this.#redraw(cell));
    this.#drawSelection();
  }

  /** Draw a cell afresh if anything in it has changed: on large boards, all cells would take too long. */
  #redraw(cell) {
    const drawn = this.#cells[cell];
    const looks = this.#looks(cell);
    if (looks === drawn.looks) return;
    for (const element of drawn.elements) element.remove();
    this.#cells[cell] = { looks, elements: [] };
    this.#drawCell(cell);
  }

  /** Return all on which the drawing of a cell depends, as a text. */
  #looks(cell) {
    const { puzzle, entered, corner, centre, colours } = this.state.now;
    const position = this.shown?.position;
    const isWrong = this.wrong.includes(cell) || this.conflict.includes(cell);
    const counts = this.state.isPlaying || !this.counts ? "" : `${this.counts.cap} ${this.counts.complete} ${this.counts.counts[cell]}`;
    return [
      puzzle.clues[cell], position ? `${position.digits[cell]} ${position.candidates[cell]}` : entered[cell], corner[cell],
      centre[cell], colours[cell], isWrong, this.spare.includes(cell), this.regions?.[cell], counts,
    ].join(";");
  }

  #drawCell(cell) {
    const { puzzle, entered, corner, centre, colours } = this.state.now;
    const position = this.shown?.position;
    const clue = puzzle.clues[cell];
    const digit = clue || (position ? position.digits[cell] : entered[cell]);
    this.#drawColours(cell, colours[cell]);
    if (this.wrong.includes(cell) || this.conflict.includes(cell)) this.#add("dots", cell, this.#square(cell, "trouble"));
    if (this.spare.includes(cell)) this.#add("dots", cell, this.#square(cell, "spare"));
    if (this.regions) this.#write("shades", cell, 0.84, 0.2, String(this.regions[cell]), 16, "region");
    if (digit) {
      const wide = this.drawing.symbols.length > 9;
      this.#write("digits", cell, 0.5, 0.5, this.symbol(digit), wide ? 30 : 37, clue ? "clue" : "entered");
    } else if (this.regions) {
      return; // while regions are painted, their numbers stand alone
    } else if (position) {
      this.#candidates(cell, position.candidates[cell], () => "candidate");
    } else {
      this.#marks(cell, corner[cell], centre[cell]);
    }
  }

  #marks(cell, corner, centre) {
    corner.forEach((digit, k) => {
      const [x, y] = CORNERS[k] ?? [0.3 + 0.1 * (k - 8), 0.32];
      this.#write("candidates", cell, x, y, this.symbol(digit), 14, "own");
    });
    if (centre.length) {
      const text = centre.map(each => this.symbol(each)).join("");
      this.#write("candidates", cell, 0.5, 0.5, text, Math.min(17, 88 / text.length), "own");
    } else if (this.counts && !this.state.isPlaying) {
      const counts = this.counts.counts[cell];
      const digits = counts.map((count, k) => (count ? k + 1 : 0)).filter(Boolean);
      this.#candidates(cell, digits, each => this.#kind(counts[each - 1]));
    }
  }

  #kind(count) {
    if (!this.counts.complete) return "candidate counted open";
    return count === 1 && this.counts.cap > 1 ? "candidate counted once" : "candidate counted";
  }

  /** Write candidates; those of one kind are one text, as the browser needs long for many. */
  #candidates(cell, digits, kind) {
    const { spots, font, symbols } = this.drawing;
    const [x, y] = this.drawing.cells[cell];
    const groups = new Map();
    for (const digit of digits) {
      const name = symbols.length > 9 ? `${kind(digit)} ${digit}` : kind(digit);
      groups.set(name, [...(groups.get(name) ?? []), digit]);
    }
    for (const group of groups.values()) {
      const text = svg("text", {
        x: group.map(digit => x + spots[digit - 1][0]).join(" "),
        y: group.map(digit => y + spots[digit - 1][1] + 0.36 * font).join(" "),
        "font-size": font, class: kind(group[0]),
      });
      text.append(group.map(digit => this.symbol(digit)).join(""));
      this.#add("candidates", cell, text);
    }
  }

  #drawColours(cell, colours) {
    const [x, y] = this.drawing.cells[cell];
    const size = this.drawing.size;
    const width = size / colours.length;
    colours.forEach((colour, k) => {
      this.#add("shades", cell, svg("rect", { x: x + k * width, y, width, height: size, fill: COLOURS[colour] }));
    });
  }

  #square(cell, name) {
    const [x, y] = this.drawing.cells[cell];
    const width = this.drawing.size - 4;
    return svg("rect", { x: x + 2, y: y + 2, width, height: width, class: name });
  }

  #write(layer, cell, right, down, words, size, name) {
    const [x, y] = this.drawing.cells[cell];
    const place = { x: x + right * this.drawing.size, y: y + down * this.drawing.size + 0.36 * size };
    const text = svg("text", { ...place, "font-size": size, class: name });
    text.append(words);
    this.#add(layer, cell, text);
  }

  #add(layer, cell, element) {
    this.#cells[cell].elements.push(element);
    this.#parts[layer].own.append(element);
  }

  symbol(digit) {
    return this.drawing.symbols[digit - 1];
  }

  #drawSelection() {
    for (const cell of this.path ?? this.selection) this.#above.append(this.#square(cell, "selected"));
    if (this.path?.length > 1) {
      const half = this.drawing.size / 2;
      const points = this.path.map(cell => this.drawing.cells[cell].map(each => each + half).join(",")).join(" ");
      this.#above.append(svg("polyline", { points, class: "path" }));
    }
    if (!this.onoutside) return;
    for (const { at: [x, y] } of this.drawing.outside) {
      this.#above.append(svg("rect", { x: x - 20, y: y - 16, width: 40, height: 32, class: "spot" }));
    }
  }

  select(cells) {
    this.selection = cells;
    const last = cells.at(-1);
    if (last !== undefined) this.view.reveal(...this.drawing.cells[last], this.drawing.size);
    this.draw();
    this.onselect();
  }
}
