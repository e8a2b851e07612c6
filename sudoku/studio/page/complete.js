// From a drawing to a puzzle with one solution: values for marks, and more clues.

import { button, choice, el, labelled, options } from "./elements.js";
import { t } from "./words.js";

export class Complete {
  #drawn = [];
  #kinds = {};

  constructor(app, panel) {
    this.app = app;
    this.kind = choice([]);
    this.list = el("ul");
    this.fewest = el("input", { type: "checkbox" });
    this.grids = el("input", { type: "number", min: 1, max: 1000, value: 3 });
    this.status = el("p", { role: "status" });
    panel.append(
      el("h2", { textContent: t("Complete the board") }),
      el("p", { textContent: t("Clues, marks and rules stay. Cages without a number and the marks of this list get their values, then clues are added until there is one solution.") }),
      labelled(t("Mark without a value"), this.kind),
      button(t("Add it at the selected cells"), () => this.#add()),
      this.list,
      labelled(t("Prove that no fewer clues are enough"), this.fewest),
      labelled(t("Solutions to try"), this.grids),
      button(t("Complete"), () => this.#complete()),
      this.status,
    );
  }

  setKinds(kinds) {
    this.#kinds = kinds;
    const names = Object.keys(kinds).filter(name => !kinds[name].outside);
    this.kind.append(...options(names.map(name => [name, name.replaceAll("_", " ")])));
  }

  #add() {
    const cells = [...this.app.board.selection];
    const { size } = this.#kinds[this.kind.value];
    if (!cells.length || (size && cells.length !== size)) {
      return this.app.complain(size ? t("Select {size} cells first.", { size }) : t("Select cells first."));
    }
    this.#drawn.push({ rule: this.kind.value, cells });
    this.app.complain("");
    return this.#show();
  }

  /** Forget the marks: they are of another board. */
  clear() {
    this.#drawn = [];
    this.list.replaceChildren();
  }

  #show() {
    const { names } = this.app.board.drawing;
    this.list.replaceChildren(...this.#drawn.map((mark, k) => {
      const title = `${mark.rule.replaceAll("_", " ")}: ${mark.cells.map(cell => names[cell]).join(" ")}`;
      const remove = () => {
        this.#drawn.splice(k, 1);
        this.#show();
      };
      return el("li", {},
        button(title, () => this.app.board.select(mark.cells), { className: "plain" }),
        button(t("Remove"), remove, { "aria-label": t("Remove {title}", { title }) }));
    }));
  }

  async #complete() {
    const { names } = this.app.board.drawing;
    this.status.textContent = t("Working …");
    const drawn = this.#drawn.map(({ rule, cells }) => ({ rule, cells: cells.map(cell => names[cell]) }));
    const found = await this.app.live.first("complete", {
      puzzle: this.app.state.now.puzzle, drawn, fewest: this.fewest.checked, grids: Number(this.grids.value) || 1,
    });
    this.status.textContent = found.type === "canceled" ? t("Stopped.") : found.message ?? found.words;
    if (!found.puzzle) return;
    this.clear();
    this.app.open(found.puzzle);
    this.app.board.select(found.cells);
  }
}
