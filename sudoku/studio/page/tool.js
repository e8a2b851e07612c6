// The tool of a rule: a form for its parameters, and marks that are drawn on the board.

import { button, choice, el, labelled } from "./elements.js";
import { fieldOf } from "./fields.js";
import { Marker } from "./marker.js";
import { partsOf } from "./parts.js";
import { t } from "./words.js";

export class Tool {
  #fields = new Map();

  constructor(app, kind, form, at) {
    Object.assign(this, { app, kind, place: at });
    const of = tool => kind.parameters.filter(each => each.tool === tool);
    const drawn = of("marks");
    const others = kind.parameters.filter(each => !["marks", "outside"].includes(each.tool));
    this.values = el("div", { className: "values" });
    this.status = el("p", { role: "status", className: "next" });
    const content = [el("p", { textContent: kind.summary })];
    if (kind.makes_board) content.push(el("p", { textContent: t("It replaces the rule that makes the board now.") }));
    for (const parameter of others) {
      const field = fieldOf(parameter, this);
      this.#fields.set(parameter.name, field);
      content.push(field.element);
    }
    if (drawn.length > 1) content.push(this.#which(drawn));
    content.push(this.values, this.status);
    this.adds = others.length || !kind.parameters.length ? button("", () => this.put(() => ({}))) : null;
    content.push(el("div", { className: "row" }, this.adds, button(t("Done"), () => this.app.rules.leave())));
    if (kind.words) {
      content.push(el("details", {},
        el("summary", { textContent: t("Parameters") }), el("pre", { textContent: kind.words })));
    }
    form.replaceChildren(...content);
    this.app.setTool(null, null, false);
    this.marker = null;
    if (drawn.length) this.#draw(drawn[0]);
    else if (of("outside").length) this.#drawOutside();
    this.refresh();
  }

  /** Fill the controls with what the rule of the puzzle has, or with what is usual. */
  refresh() {
    const given = this.given();
    if (this.adds) this.adds.textContent = this.at() < 0 ? t("Add the rule") : t("Change the rule");
    for (const [name, field] of this.#fields) {
      field.fill(given[name] ?? null);
    }
  }

  #which(drawn) {
    const chooser = choice(drawn.map(each => [each.name, each.mark || each.name]), {
      onchange: () => this.#draw(drawn.find(each => each.name === chooser.value)),
    });
    return labelled(t("Mark"), chooser);
  }

  #draw(parameter) {
    this.marker = new Marker(this, parameter);
  }

  #drawOutside() {
    const input = el("input", { type: "number", id: "value-0" });
    this.values.replaceChildren(labelled(t("Number"), input));
    this.status.textContent = t("Tap a place outside the board; the same number again removes it.");
    this.app.setTool(null, spot => this.#clue(spot, input.value.trim()), true);
  }

  #clue({ side, number, of }, text) {
    if (text === "") return this.app.complain(t("A number is missing."));
    return this.put(given => {
      const before = given[side] ?? [];
      const clues = before.length ? [...before] : Array(of).fill(null);
      clues[number] = clues[number] === Number(text) ? null : Number(text);
      return { [side]: clues.some(clue => clue !== null) ? clues : [] };
    });
  }

  /** Return the place of the rule of the tool in the puzzle, or -1. */
  at() {
    const { rules } = this.app.state.now.puzzle;
    const isOwn = rule => rule !== undefined && partsOf(rule)[0] === this.kind.name;
    return isOwn(rules[this.place]) ? this.place : rules.findIndex(isOwn);
  }

  given() {
    const at = this.at();
    return at < 0 ? {} : partsOf(this.app.state.now.puzzle.rules[at])[1];
  }

  /** Give the rule other parameters, those of the form and changes; it is added if the puzzle does not have it.
   * The changes follow from the parameters that it has at its turn; null removes it. Commands may come after it.
   */
  put(changesOf, othersOf = () => []) {
    const read = {};
    try {
      for (const [name, field] of this.#fields) read[name] = field.read();
    } catch (error) {
      return this.app.complain(error.message);
    }
    return this.app.changes.rules(() => {
      const given = this.given();
      const at = this.at();
      const changes = changesOf(given);
      if (changes === null) return [["without_rule", { at }], ...othersOf()];
      const rule = { [this.kind.name]: { ...given, ...read, ...changes } };
      return [["with_rule", at < 0 ? { rule } : { rule, at }], ...othersOf()];
    });
  }
}
