// The rules of the puzzle, and the tools that draw their marks, made from what the server says.

import { button, byId, choice, el, labelled, options } from "./elements.js";

const CELLS = ["place", "pair", "places"];

/** Return the name and the parameters of a rule of our JSON. */
export function parts(rule) {
  if (typeof rule === "string") return [rule, {}];
  const [[name, given]] = Object.entries(rule);
  return [name, given];
}

export class Rules {
  #kinds = [];
  #tool = null;
  #inputs = new Map();

  constructor(app, panel) {
    this.app = app;
    this.list = el("ul", { className: "rules" });
    this.chooser = choice([], { onchange: () => this.#choose(this.chooser.value) });
    this.form = el("div", { className: "tool" });
    panel.append(
      el("h2", { textContent: "Rules of the puzzle" }),
      this.list,
      el("h2", { textContent: "Add a rule or a mark" }),
      labelled("Rule", this.chooser),
      this.form,
    );
  }

  /** Take the rules that there are. */
  setKinds(kinds) {
    this.#kinds = kinds;
    const named = kinds.map(kind => [kind.name, kind.title]);
    this.chooser.replaceChildren(...options([["", "Choose …"], ...named]));
  }

  /** List the rules and marks of a picture. */
  show({ rules, marks }) {
    const items = rules.map((rule, at) => {
      const own = marks.filter(mark => mark.rule === at);
      const title = rule.name.replaceAll("_", " ");
      const line = el("div", {}, el("strong", { textContent: title }), ` ${rule.summary} `);
      line.append(button("Remove", () => this.#remove(at), { "aria-label": `Remove the rule ${title}` }));
      if (this.#kind(rule.name)?.parameters.length) {
        line.append(button("Edit", () => this.#choose(rule.name), { "aria-label": `Edit the rule ${title}` }));
      }
      return el("li", {}, line, el("ul", { className: "marks" }, ...own.map(mark => this.#mark(mark))));
    });
    this.list.replaceChildren(...items);
    if (this.#tool) this.#fillTexts();
  }

  #mark(mark) {
    const show = () => this.app.board.select(mark.cells);
    const remove = () => this.#removeMark(mark);
    return el(
      "li",
      {},
      button(mark.title, show, { className: "plain" }),
      button("Remove", remove, { "aria-label": `Remove ${mark.title}` }),
    );
  }

  /** Stop drawing. */
  leave() {
    this.#tool = null;
    this.chooser.value = "";
    this.form.replaceChildren();
    this.app.setTool(null, null, false);
  }

  #kind(name) {
    return this.#kinds.find(kind => kind.name === name);
  }

  #choose(name) {
    const kind = this.#kind(name);
    if (!kind) return this.leave();
    this.chooser.value = name;
    this.#inputs.clear();
    this.#tool = { kind, parameter: null, filled: [] };
    const others = kind.parameters.filter(each => each.tool === "option" || each.tool === "text");
    const drawn = kind.parameters.filter(each => each.tool === "marks");
    const outside = kind.parameters.some(each => each.tool === "outside");
    const content = [el("p", { textContent: kind.summary })];
    if (kind.makes_board) content.push(el("p", { textContent: "It replaces the rule that makes the board now." }));
    content.push(...others.map(each => this.#option(each)));
    if (drawn.length > 1) content.push(this.#which(drawn));
    this.values = el("div", { className: "values" });
    this.status = el("p", { role: "status", className: "next" });
    content.push(this.values, this.status);
    if (drawn.length) {
      content.push(el("div", { className: "row" },
        button("Take the selected cells", () => this.#take(this.app.board.selection)),
        button("Begin the mark afresh", () => this.#begin()),
      ));
    }
    if (others.length || !kind.parameters.length) {
      this.adds = button("Add the rule", () => this.#apply());
      content.push(this.adds);
    }
    content.push(button("Done", () => this.leave()));
    if (kind.words) {
      content.push(el("details", {},
        el("summary", { textContent: "Parameters" }), el("pre", { textContent: kind.words })));
    }
    this.form.replaceChildren(...content);
    this.#fillTexts();
    if (drawn.length) this.#draw(drawn[0]);
    else if (outside) this.#drawOutside();
    else this.app.setTool(null, null, false);
  }

  /** Return the control of a parameter that is no mark. */
  #option(parameter) {
    const { name, schema, tool } = parameter;
    const words = name.replaceAll("_", " ");
    const input = tool === "text"
      ? el("textarea", { rows: 3, spellcheck: false })
      : el("input", { type: schema === "truth" ? "checkbox" : "number" });
    this.#inputs.set(name, { parameter, input });
    return labelled(tool === "text" ? `${words} (as in our JSON)` : words, input);
  }

  /** Fill the controls with what the rule of the puzzle has, or with what is usual. */
  #fillTexts() {
    const given = this.#given();
    if (this.adds) this.adds.textContent = this.#at() < 0 ? "Add the rule" : "Change the rule";
    for (const [name, { parameter, input }] of this.#inputs) {
      if (input === document.activeElement) continue;
      const value = given[name] ?? parameter.default;
      if (input.type === "checkbox") input.checked = Boolean(value);
      else if (parameter.tool === "option") input.value = value ?? "";
      else if (value === null) input.value = "";
      else if (value !== undefined) input.value = typeof value === "string" ? value : JSON.stringify(value);
      else input.value = this.#example(name);
    }
  }

  /** Return a text parameter as in the example of the rule. */
  #example(name) {
    try {
      const example = JSON.parse(this.#tool.kind.example);
      const value = example !== null && typeof example === "object" && !Array.isArray(example) ? example[name] : example;
      return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
    } catch {
      return "";
    }
  }

  #which(drawn) {
    const chooser = choice(drawn.map(each => [each.name, each.mark || each.name]), {
      onchange: () => this.#draw(drawn.find(each => each.name === chooser.value)),
    });
    return labelled("Mark", chooser);
  }

  /** Let the board draw the marks of a parameter. */
  #draw(parameter) {
    this.#tool.parameter = parameter;
    const values = parameter.parts.map((part, k) => {
      if (CELLS.includes(part.kind)) return null;
      const many = part.kind === "wholes";
      const number = part.kind === "whole" || part.kind === "maybe_whole";
      const words = number ? "Number" : many ? "Numbers, with commas" : "Sign";
      const input = el("input", { type: number ? "number" : "text", autocomplete: "off", id: `value-${k}` });
      return labelled(part.kind === "maybe_whole" ? `${words} (or nothing)` : words, input);
    });
    this.values.replaceChildren(...values.filter(Boolean));
    this.app.setTool(path => this.#take(path), null, false);
    this.#begin();
  }

  #begin() {
    this.#tool.filled = [];
    this.#ask();
  }

  #ask() {
    const { parameter, filled } = this.#tool;
    const parts = parameter.parts.filter(part => CELLS.includes(part.kind));
    const left = parts.length - filled.length;
    const part = parts[filled.length];
    const what = { place: "Tap a cell", pair: "Drag over two cells", places: "Drag over the cells" }[part.kind];
    const which = parts.length > 1 ? ` (part ${filled.length + 1} of ${parts.length})` : "";
    const order = part.ordered ? ", in their order" : "";
    const mark = part.words.replaceAll("_", " ");
    this.status.textContent = `${mark}: ${what.toLowerCase()}${part.kind === "place" ? "" : order}${which}.`;
    return left;
  }

  /** Take cells for the next part of a mark; add the mark when all parts are there. */
  async #take(cells) {
    const { parameter, filled } = this.#tool;
    if (!parameter) return;
    const names = cells.map(cell => this.app.board.drawing.names[cell]);
    const parts = parameter.parts.filter(part => CELLS.includes(part.kind));
    const part = parts[filled.length];
    if (!names.length) return this.app.complain("No cells are selected.");
    if (part.kind === "pair" && names.length !== 2) return this.app.complain("Two cells are needed.");
    if (parts.length === 1 && parameter.parts.length === 1 && part.kind === "place") return this.#toggle(parameter, names);
    if (part.kind === "place" && names.length !== 1) return this.app.complain("One cell is needed.");
    filled.push(part.kind === "place" ? names[0] : names);
    if (filled.length < parts.length) return void this.#ask();
    const mark = this.#made(parameter);
    this.#begin();
    if (mark === undefined) return this.app.complain("A number is missing.");
    const own = this.#given()[parameter.name] ?? [];
    await this.#put({ [parameter.name]: [...own, mark] });
  }

  /** Return the mark of the parts that are there; undefined if a number is missing. */
  #made(parameter) {
    const cells = [...this.#tool.filled];
    const values = parameter.parts.map((part, k) => {
      if (CELLS.includes(part.kind)) return cells.shift();
      const text = byId(`value-${k}`).value.trim();
      if (part.kind === "maybe_whole") return text === "" ? null : Number(text);
      if (part.kind === "whole") return text === "" ? undefined : Number(text);
      if (part.kind === "wholes") {
        const numbers = text.split(/[\s,]+/).filter(Boolean).map(Number);
        return numbers.length && numbers.every(Number.isInteger) ? numbers : undefined;
      }
      return text || undefined;
    });
    if (values.includes(undefined)) return undefined;
    return values.length === 1 ? values[0] : values;
  }

  /** Mark cells, or take their marks away if all have them. */
  #toggle(parameter, names) {
    const own = this.#given()[parameter.name] ?? [];
    const isOn = names.every(name => own.includes(name));
    const rest = own.filter(name => !names.includes(name));
    return this.#put({ [parameter.name]: isOn ? rest : [...rest, ...names] });
  }

  #drawOutside() {
    const input = el("input", { type: "number", id: "value-0" });
    this.values.replaceChildren(labelled("Number", input));
    this.status.textContent = "Tap a place outside the board; the same number again removes it.";
    this.app.setTool(null, spot => this.#clue(spot, input.value.trim()), true);
  }

  #clue({ side, number, of }, text) {
    if (text === "") return this.app.complain("A number is missing.");
    const own = this.#given()[side] ?? [];
    const clues = own.length ? [...own] : Array(of).fill(null);
    clues[number] = clues[number] === Number(text) ? null : Number(text);
    return this.#put({ [side]: clues.some(clue => clue !== null) ? clues : [] });
  }

  /** Return the place of the rule of the tool in the puzzle, or -1. */
  #at() {
    return this.app.state.now.puzzle.rules.findIndex(rule => parts(rule)[0] === this.#tool.kind.name);
  }

  #given() {
    const at = this.#at();
    return at < 0 ? {} : parts(this.app.state.now.puzzle.rules[at])[1];
  }

  /** Return the parameters in the controls; an emptied one is as by default. */
  #options() {
    const made = {};
    for (const [name, { parameter, input }] of this.#inputs) {
      if (input.type === "checkbox") made[name] = input.checked;
      else if (input.value.trim() === "") made[name] = undefined;
      else if (parameter.tool === "option") made[name] = Number(input.value);
      else made[name] = read(input.value.trim());
    }
    return made;
  }

  #apply() {
    return this.#put({});
  }

  /** Give the rule of the tool other parameters; it is added if the puzzle does not have it. */
  async #put(changes) {
    const at = this.#at();
    const given = { ...this.#given(), ...this.#options(), ...changes };
    const rule = { [this.#tool.kind.name]: given };
    await this.app.changeRules("with_rule", at < 0 ? { rule } : { rule, at });
  }

  #remove(at) {
    return this.app.changeRules("without_rule", { at });
  }

  /** Remove a mark; a rule without any mark left is removed, too. */
  #removeMark({ rule: at, field, number }) {
    const [name, given] = parts(this.app.state.now.puzzle.rules[at]);
    const isOutside = this.#kind(name)?.parameters.some(each => each.name === field && each.tool === "outside");
    const own = given[field].map((mark, k) => (k === number && isOutside ? null : mark));
    const left = isOutside ? own : own.filter((_, k) => k !== number);
    const changed = { ...given, [field]: left.some(mark => mark !== null) ? left : [] };
    const fields = this.#kind(name).parameters.filter(each => each.mark).map(each => each.name);
    if (fields.every(each => !changed[each]?.length)) return this.#remove(at);
    return this.app.changeRules("with_rule", { rule: { [name]: changed }, at });
  }
}

/** Return the value of JSON, or the text itself, such as a map of regions. */
function read(text) {
  if (!/^[[{"]|^-?\d{1,9}$|^(true|false)$/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
