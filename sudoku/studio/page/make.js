// Making puzzles: new boards, generated puzzles, isomorphs.

import { button, choice, el, labelled, options } from "./elements.js";

const SHAPES = [
  ["3x3", "9x9"], ["2x2", "4x4"], ["3x2", "6x6"], ["4x2", "8x8"], ["4x3", "12x12"], ["4x4", "16x16"], ["5x5", "25x25"],
];

export class Make {
  constructor(app, panel) {
    this.app = app;
    this.shape = choice(SHAPES);
    this.own = el("input", { placeholder: "for example 5x2", autocomplete: "off" });
    this.ruleset = choice([["", "none"]]);
    this.symmetry = choice([["", "none"]]);
    this.level = choice([["", "any"]]);
    this.clues = el("input", { type: "number", min: 0 });
    this.minimal = el("input", { type: "checkbox" });
    this.number = el("input", { type: "number", min: 1, max: 1000, value: 1 });
    this.status = el("p", { role: "status" });
    this.list = el("ol", { className: "steps" });
    panel.append(
      el("h2", { textContent: "A new board" }),
      labelled("Board", this.shape),
      labelled("or the width x height of a box", this.own),
      button("New board", () => this.#new()),
      el("h2", { textContent: "Generate" }),
      el("p", { textContent: "Puzzles with one solution on this board, with its rules and marks; its clues are not used." }),
      labelled("Marks at random", this.ruleset),
      labelled("Symmetry", this.symmetry),
      labelled("Difficulty", this.level),
      labelled("Clues", this.clues),
      labelled("Each clue is needed", this.minimal),
      labelled("Puzzles", this.number),
      el("div", { className: "row" },
        button("Generate", () => this.#generate()),
        button("Stop", () => this.app.live.start()),
      ),
      this.status, this.list,
      el("h2", { textContent: "The same puzzle in another form" }),
      el("div", { className: "row" },
        button("Random isomorph", () => this.#isomorph("isomorph")),
        button("Canonical form", () => this.#isomorph("canonical")),
      ),
    );
  }

  setChoices({ layouts, rulesets, symmetries, levels }) {
    this.shape.append(...options(layouts.map(name => [`grids:${name}`, name])));
    const named = names => options(names.map(name => [name, name.replaceAll("_", " ")]));
    this.ruleset.append(...named(Object.keys(rulesets)));
    this.symmetry.append(...named(symmetries));
    this.level.append(...named(levels.bergman));
  }

  async #new() {
    const given = this.own.value.trim() || this.shape.value;
    const shape = given.startsWith("grids:") ? { grids: given.slice(6) } : given;
    const found = await this.app.connection.ask("new", { shape });
    if (found.type === "invalid") this.app.complain(found.message);
    else if (found.type === "result") this.app.open(found.puzzle, { title: "", author: "" });
  }

  async #generate() {
    const wishes = { n: Number(this.number.value) || 1 };
    if (this.ruleset.value) wishes.ruleset = this.ruleset.value;
    if (this.symmetry.value) wishes.symmetry = this.symmetry.value;
    if (this.level.value) wishes.difficulty = this.level.value;
    if (this.clues.value !== "") wishes.clues = Number(this.clues.value);
    if (this.minimal.checked) wishes.minimal = true;
    this.list.replaceChildren();
    this.status.textContent = "Making puzzles …";
    const data = { puzzle: this.app.state.now.puzzle, ...wishes };
    const found = await this.app.live.first("generate", data, part => {
      const number = this.list.children.length + 1;
      const words = `Puzzle ${number}: ${part.n_clues} clues`;
      this.list.append(el("li", {}, button(words, () => this.app.open(part.puzzle))));
    });
    const made = this.list.children.length;
    if (found.type === "invalid") this.status.textContent = found.message;
    else if (found.type === "canceled") this.status.textContent = `Stopped after ${made}.`;
    else this.status.textContent = `${made} ${made === 1 ? "puzzle" : "puzzles"}; choose one to work on it.`;
  }

  async #isomorph(command) {
    const found = await this.app.live.first(command, { puzzle: this.app.state.now.puzzle });
    if (found.type === "invalid") this.app.complain(found.message);
    else if (found.type === "result") this.app.open(found.puzzle);
  }
}
