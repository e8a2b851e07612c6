// New boards, and the same puzzle in another form.

import { button, choice, el, labelled, options } from "./elements.js";
import { t } from "./words.js";

const SHAPES = [
  ["3x3", "9x9"], ["2x2", "4x4"], ["3x2", "6x6"], ["4x2", "8x8"], ["4x3", "12x12"], ["4x4", "16x16"], ["5x5", "25x25"],
];

export class Make {
  constructor(app, panel) {
    this.app = app;
    this.shape = choice(SHAPES);
    this.other = el("input", { placeholder: "5x2", autocomplete: "off" });
    this.words = el("p", { role: "status" });
    panel.append(
      el("h2", { textContent: t("A new board") }),
      labelled(t("Board"), this.shape),
      labelled(t("or the width x height of a box"), this.other),
      button(t("New board"), () => this.#new()),
      el("h2", { textContent: t("The same puzzle in another form") }),
      el("div", { className: "row" },
        button(t("Random isomorph"), () => this.#change("isomorph")),
        button(t("Canonical form"), () => this.#change("canonical")),
        button(t("Leave out clues that are not needed"), () => this.#change("minimal")),
      ),
      this.words,
    );
  }

  setLayouts(layouts) {
    this.shape.append(...options(layouts.map(name => [`grids:${name}`, name])));
  }

  async #new() {
    const given = this.other.value.trim() || this.shape.value;
    const shape = given.startsWith("grids:") ? { grids: given.slice(6) } : given;
    const found = await this.app.connection.ask("new", { shape });
    if (found.type === "invalid") this.app.complain(found.message);
    else if (found.type === "result") this.app.open(found.puzzle, { title: "", author: "" });
  }

  async #change(command) {
    this.words.textContent = t("Working …");
    const found = await this.app.live.first(command, { puzzle: this.app.state.now.puzzle });
    this.words.textContent = found.words ?? "";
    if (found.type === "invalid") this.app.complain(found.message);
    else if (found.puzzle) this.app.open(found.puzzle);
  }
}
