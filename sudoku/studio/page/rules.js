// The rules of the puzzle, with their marks.

import { button, choice, el, labelled, options } from "./elements.js";
import { partsOf, placeOf, placeOfMark } from "./parts.js";
import { Tool } from "./tool.js";
import { t } from "./words.js";

export class Rules {
  #kinds = [];

  constructor(app, panel) {
    this.app = app;
    this.list = el("ul", { className: "rules" });
    this.chooser = choice([], { onchange: () => this.#choose(this.chooser.value) });
    this.form = el("div", { className: "tool" });
    this.tool = null;
    panel.append(
      el("h2", { textContent: t("Rules of the puzzle") }),
      this.list,
      el("h2", { textContent: t("Add a rule or a mark") }),
      labelled(t("Rule"), this.chooser),
      this.form,
    );
  }

  /** Take the rules that there are. */
  setKinds(kinds) {
    this.#kinds = kinds;
    this.chooser.replaceChildren(...options([["", t("Choose …")], ...kinds.map(kind => [kind.name, kind.title])]));
  }

  /** List the rules and marks of a picture. */
  show({ rules, marks }) {
    this.maps = rules.map(rule => rule.regions);
    const items = rules.map((rule, at) => {
      const own = marks.filter(mark => mark.rule === at);
      const title = rule.name.replaceAll("_", " ");
      const line = el("div", {}, el("strong", { textContent: title }), ` ${rule.summary} `);
      line.append(button(t("Remove"), () => this.#remove(at), { "aria-label": t("Remove the rule {title}", { title }) }));
      if (this.#kind(rule.name)?.parameters.length) {
        line.append(button(t("Edit"), () => this.#choose(rule.name, at), { "aria-label": t("Edit the rule {title}", { title }) }));
      }
      return el("li", {}, line, el("ul", { className: "marks" }, ...own.map(mark => this.#mark(mark))));
    });
    this.list.replaceChildren(...items);
    this.tool?.refresh();
  }

  #mark(mark) {
    return el(
      "li",
      {},
      button(mark.title, () => this.app.board.select(mark.cells), { className: "plain" }),
      button(t("Remove"), () => this.#removeMark(mark), { "aria-label": t("Remove {title}", { title: mark.title }) }),
    );
  }

  /** Stop drawing. */
  leave() {
    this.tool = null;
    this.chooser.value = "";
    this.form.replaceChildren();
    this.app.setTool(null, null, false);
  }

  #kind(name) {
    return this.#kinds.find(kind => kind.name === name);
  }

  makesBoard(name) {
    return Boolean(this.#kind(name)?.makes_board);
  }

  /** Show the tool of a rule: of the one at a place of the puzzle, or of the first of its name. */
  #choose(name, at = null) {
    const kind = this.#kind(name);
    if (!kind) return this.leave();
    this.chooser.value = name;
    this.tool = new Tool(this.app, kind, this.form, at);
    return null;
  }

  get #rules() {
    return this.app.state.now.puzzle.rules;
  }

  #remove(at) {
    const rule = this.#rules[at];
    return this.app.changes.rules(() => [["without_rule", { at: placeOf(this.#rules, rule) }]]);
  }

  /** Remove a mark; a rule without any mark left is removed, too. */
  #removeMark({ rule: place, field, number }) {
    const [name, { [field]: marks }] = partsOf(this.#rules[place]);
    const kind = this.#kind(name);
    const isOutside = kind?.parameters.some(each => each.name === field && each.tool === "outside");
    return this.app.changes.rules(() => {
      const [at, k] = placeOfMark(this.#rules, name, field, marks[number], isOutside ? number : null);
      const [, given] = partsOf(this.#rules[at]);
      const marked = given[field].map((mark, each) => (each === k && isOutside ? null : mark));
      const left = isOutside ? marked : marked.filter((_, each) => each !== k);
      const changed = { ...given, [field]: left.some(mark => mark !== null) ? left : [] };
      const fields = kind.parameters.filter(each => each.mark || each.tool === "marks").map(each => each.name);
      if (fields.every(each => !changed[each]?.length)) return [["without_rule", { at }]];
      return [["with_rule", { rule: { [name]: changed }, at }]];
    });
  }

}
