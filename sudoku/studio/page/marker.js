// Drawing the marks of one parameter: its parts are cells, which are tapped, and values, which are written.

import { button, el, labelled } from "./elements.js";
import { t } from "./words.js";

const TAPS = {
  place: t("tap a cell"),
  maybe_place: t("tap a cell, or skip it"),
  pair: t("drag over two cells"),
  places: t("drag over the cells"),
  areas: t("drag over the cells of each area, then finish"),
};
const VALUES = {
  whole: t("Number"),
  maybe_whole: t("Number (or nothing)"),
  wholes: t("Numbers, with commas"),
  groups: t("Groups of numbers, with commas, such as 1 5, 2 6"),
  text: t("Sign"),
};
const NUMBERS = ["whole", "maybe_whole"];

export class Marker {
  #filled = [];
  #areas = [];
  #inputs = new Map();

  constructor(tool, parameter) {
    Object.assign(this, { tool, app: tool.app, parameter });
    this.cells = parameter.parts.filter(part => part.kind in TAPS);
    parameter.parts.forEach((part, k) => {
      if (part.kind in TAPS) return;
      const input = el("input", { type: NUMBERS.includes(part.kind) ? "number" : "text", autocomplete: "off" });
      this.#inputs.set(k, input);
    });
    const values = [...this.#inputs].map(([k, input]) => labelled(VALUES[parameter.parts[k].kind], input));
    const has = kind => this.cells.some(part => part.kind === kind);
    const note = el("p", { textContent: t("Write it before you draw. To change it, write another and draw over the same cells again.") });
    tool.values.replaceChildren(...values, ...(values.length ? [note] : []), el("div", { className: "row" },
      button(t("Take the selected cells"), () => this.#take(this.app.board.selection)),
      has("maybe_place") ? button(t("Skip"), () => this.#skip()) : null,
      has("areas") ? button(t("Finish the mark"), () => this.#finish()) : null,
      button(t("Begin the mark afresh"), () => this.#begin()),
    ));
    this.app.setTool(path => this.#take(path), null, false);
    this.#begin();
  }

  #begin() {
    this.#filled = [];
    this.#areas = [];
    this.#say();
  }

  #say() {
    const at = this.#filled.length;
    const part = this.cells[at];
    const which = this.cells.length > 1 ? ` (${t("part {at} of {count}", { at: at + 1, count: this.cells.length })})` : "";
    const order = part.ordered && part.kind === "places" ? `, ${t("in their order")}` : "";
    this.tool.status.textContent = `${part.words.replaceAll("_", " ")}: ${TAPS[part.kind]}${order}${which}.`;
  }

  /** Take cells for the next part of the mark. */
  #take(cells) {
    const names = cells.map(cell => this.app.board.drawing.names[cell]);
    const { kind } = this.cells[this.#filled.length];
    if (!names.length) return this.app.complain(t("No cells are selected."));
    if (kind === "pair" && names.length !== 2) return this.app.complain(t("Two cells are needed."));
    if (kind === "place" && this.parameter.parts.length === 1) return this.#toggle(names);
    if (kind.endsWith("place") && names.length !== 1) return this.app.complain(t("One cell is needed."));
    if (kind === "areas") {
      this.#areas.push(names);
      return this.app.board.select(cells);
    }
    return this.#add(kind.endsWith("place") ? names[0] : names);
  }

  #skip() {
    if (this.cells[this.#filled.length].kind === "maybe_place") this.#add(null);
  }

  #finish() {
    if (this.#areas.length < 2) return this.app.complain(t("Two areas are needed."));
    return this.#add(this.#areas);
  }

  /** Add a part; a whole mark goes to the puzzle, in place of one of the same cells. */
  #add(part) {
    this.#filled.push(part);
    if (this.#filled.length < this.cells.length) return this.#say();
    const mark = this.#mark();
    this.#begin();
    if (mark === undefined) return this.app.complain(t("A number is missing."));
    const { parts } = this.parameter;
    const key = each => JSON.stringify(parts.length > 1 ? each.filter((_, k) => parts[k].kind in TAPS) : each);
    const { name } = this.parameter;
    return this.tool.put(given => ({ [name]: [...(given[name] ?? []).filter(each => key(each) !== key(mark)), mark] }));
  }

  /** Return the mark of the parts that are there; undefined if a value is missing. */
  #mark() {
    const cells = [...this.#filled];
    const values = this.parameter.parts.map((part, k) =>
      (part.kind in TAPS ? cells.shift() : valueOf(part.kind, this.#inputs.get(k).value.trim())));
    if (values.includes(undefined)) return undefined;
    return values.length === 1 ? values[0] : values;
  }

  /** Mark cells, or take their marks away if all have them. */
  #toggle(names) {
    return this.tool.put(given => {
      const before = given[this.parameter.name] ?? [];
      const isOn = names.every(name => before.includes(name));
      const rest = before.filter(name => !names.includes(name));
      return { [this.parameter.name]: isOn ? rest : [...rest, ...names] };
    });
  }
}

/** Return the value of a text; undefined if there is none. */
function valueOf(kind, text) {
  if (text === "") return kind === "maybe_whole" ? null : undefined;
  if (NUMBERS.includes(kind)) return Number(text);
  if (kind === "wholes") return numbersIn(text);
  if (kind === "groups") {
    const groups = text.split(",").map(numbersIn);
    return groups.includes(undefined) ? undefined : groups;
  }
  return text;
}

/** Return the whole numbers in a text; undefined if there is anything else, or nothing. */
export function numbersIn(text) {
  const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  return numbers.length && numbers.every(Number.isInteger) ? numbers : undefined;
}
