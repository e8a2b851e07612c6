// Generating puzzles on the board; those that were made are kept in a list, with their ratings.

import { button, choice, el, labelled, options } from "./elements.js";
import { t } from "./words.js";

const SCALE = "bergman"; // the scale of the level that is asked for

export class Generate {
  made = [];

  constructor(app, panel) {
    this.app = app;
    const any = [["", t("any")]];
    this.ruleset = choice([["", t("none")]]);
    this.symmetry = choice(any);
    this.level = choice(any);
    this.technique = choice(any);
    this.clues = el("input", { type: "number", min: 0 });
    this.seed = el("input", { type: "number", min: 0 });
    this.minimal = el("input", { type: "checkbox" });
    this.number = el("input", { type: "number", min: 1, max: 1000, value: 1 });
    this.scale = choice([["auto", t("one that fits")], ["", t("none")]]);
    this.status = el("p", { role: "status" });
    this.list = el("ol", { className: "steps" });
    panel.append(
      el("h2", { textContent: t("Generate") }),
      el("p", { textContent: t("Puzzles with one solution on this board, with its rules and marks; its clues are not used.") }),
      labelled(t("Marks at random"), this.ruleset),
      labelled(t("Symmetry"), this.symmetry),
      labelled(t("Difficulty"), this.level),
      labelled(t("Technique that is needed"), this.technique),
      labelled(t("Clues"), this.clues),
      labelled(t("Each clue is needed"), this.minimal),
      labelled(t("Seed"), this.seed),
      labelled(t("Puzzles"), this.number),
      labelled(t("Rate by the scale"), this.scale),
      el("div", { className: "row" },
        button(t("Generate"), () => this.#generate()),
        button(t("Stop"), () => this.app.connection.stop([this.asked])),
        button(t("Empty the list"), () => this.#empty()),
      ),
      this.status, this.list,
    );
  }

  setChoices({ rulesets, symmetries, levels, techniques, scales }) {
    const named = names => options(names.map(name => [name, name.replaceAll("_", " ")]));
    this.ruleset.append(...named(Object.keys(rulesets)));
    this.symmetry.append(...named(symmetries));
    this.level.append(...named(levels[SCALE]));
    this.technique.append(...options(Object.entries(techniques)));
    this.scale.append(...named(Object.keys(scales)));
  }

  #empty() {
    this.made = [];
    this.list.replaceChildren();
    this.status.textContent = "";
  }

  #wishes() {
    const wishes = { n: Number(this.number.value) || 1 };
    const texts = { ruleset: this.ruleset, symmetry: this.symmetry, difficulty: this.level, technique: this.technique, rating: this.scale };
    for (const [name, input] of Object.entries(texts)) if (input.value) wishes[name] = input.value;
    for (const name of ["clues", "seed"]) if (this[name].value !== "") wishes[name] = Number(this[name].value);
    if (this.minimal.checked) wishes.minimal = true;
    return wishes;
  }

  async #generate() {
    this.status.textContent = t("Making puzzles …");
    const before = this.made.length;
    const data = { puzzle: this.app.state.now.puzzle, ...this.#wishes() };
    const found = await this.app.live.first("generate", data, part => this.#add(part), id => { this.asked = id; });
    const count = this.made.length - before;
    if (found.type === "invalid") this.status.textContent = found.message;
    else if (found.type === "canceled") this.status.textContent = t("Stopped after {count}.", { count });
    else this.status.textContent = count === 1 ? t("One puzzle; choose it to work on it.") : t("{count} puzzles; choose one to work on it.", { count });
  }

  #add({ puzzle, n_clues: clues, rating }) {
    const item = { puzzle, isChosen: true };
    this.made.push(item);
    const words = t("Puzzle {number}: {clues} clues", { number: this.made.length, clues });
    const box = el("input", { type: "checkbox", checked: true, "aria-label": t("Print puzzle {number}", { number: this.made.length }) });
    box.addEventListener("change", () => { item.isChosen = box.checked; });
    const open = button(rating ? `${words}, ${rating}` : words, () => this.app.open(puzzle));
    this.list.append(el("li", { className: "made" }, box, open));
  }
}
