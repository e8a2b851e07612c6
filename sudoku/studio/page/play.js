// Playing: checks, and hints in three grades.

import { button, el, labelled } from "./elements.js";

export class Play {
  #hint = null;
  #grade = 0;

  constructor(app, panel) {
    this.app = app;
    this.uses = el("input", { type: "checkbox", checked: false });
    this.words = el("div", { role: "status", className: "step" });
    panel.append(
      el("p", { textContent: "Digits that you write are yours; the clues stay as they are." }),
      el("div", { className: "row" },
        button("Check", () => this.#check()),
        button("Give me a hint", () => this.#more()),
      ),
      labelled("Hints use my middle marks", this.uses),
      this.words,
      button("Start again", () => this.#again()),
    );
  }

  /** Forget the hint: the board has changed. */
  clear() {
    this.#hint = null;
    this.#grade = 0;
    this.app.board.wrong = [];
    this.words.replaceChildren();
  }

  #say(...words) {
    this.words.replaceChildren(...words.map(each => (typeof each === "string" ? el("p", { textContent: each }) : each)));
  }

  async #check() {
    const { state, board } = this.app;
    const found = await this.app.live.first("check", { puzzle: state.now.puzzle });
    if (found.type === "canceled") return;
    if (found.type === "invalid" || found.verdict !== "one") {
      const why = { none: "The puzzle has no solution.", many: "The puzzle has several solutions." }[found.verdict];
      return this.#say(why ?? found.message ?? found.words);
    }
    const { entered, puzzle } = state.now;
    const wrong = entered.map((digit, cell) => (digit && digit !== found.solution[cell] ? cell : -1)).filter(cell => cell >= 0);
    board.wrong = wrong;
    board.draw();
    const open = puzzle.clues.filter((clue, cell) => !clue && !entered[cell]).length;
    if (wrong.length) this.#say(`${wrong.length === 1 ? "One digit is" : `${wrong.length} digits are`} wrong; the board marks them.`);
    else if (open) this.#say(`All right so far. ${open} cells are open.`);
    else this.#say("Solved!");
  }

  /** Give more of the hint: where to look, then the technique, then the step. */
  async #more() {
    if (!this.#hint) {
      this.#say("Looking for a step …");
      const found = await this.app.live.first("hint", this.app.state.asked(this.uses.checked));
      if (found.type === "canceled") return this.#say();
      if (found.type === "invalid") return this.#say(found.message);
      if (!found.steps.length) return this.#say(found.words);
      this.#hint = found;
    }
    const step = this.#hint.steps[0];
    this.#grade = Math.min(3, this.#grade + 1);
    if (this.#grade === 1) this.#where(step);
    else if (this.#grade === 2) this.#say(...this.#place(step), `The technique: ${step.name}.`);
    else {
      this.#say(this.app.steps.item(this.#hint, 0), button("Do it", () => this.#do(step)));
      this.app.board.show({ layers: step.layers, position: this.#hint.positions[0] });
    }
  }

  #place(step) {
    const houses = step.houses.map(house => house.title);
    const names = step.cells.map(cell => this.app.board.drawing.names[cell]);
    const where = houses.length ? houses.join(" and ") : names.slice(0, 4).join(", ");
    return [`Look at ${where || "the marked cells"}.`];
  }

  #where(step) {
    const cells = step.houses.length ? step.houses.flatMap(house => house.cells) : step.cells;
    const placed = step.placements.map(([cell]) => cell);
    this.app.board.select([...new Set(cells.length ? cells : placed)]);
    this.#say(...this.#place(step), "Ask again for the technique.");
  }

  /** Write what the step says: its digits, or the middle marks without what it excludes. */
  #do(step) {
    const { state } = this.app;
    const position = this.#hint.positions[0];
    const entered = [...state.now.entered];
    const centre = [...state.now.centre];
    for (const [cell, digit] of step.placements) entered[cell] = digit;
    for (const [cell, digit] of step.eliminations) {
      const own = centre[cell].length ? centre[cell] : position.candidates[cell];
      centre[cell] = own.filter(each => each !== digit);
    }
    if (step.eliminations.length) this.uses.checked = true;
    this.app.board.show(null);
    state.change({ entered, centre });
  }

  #again() {
    const none = this.app.state.now.puzzle.clues.map(() => []);
    const entered = this.app.state.now.puzzle.clues.map(() => 0);
    this.app.state.change({ entered, corner: none, centre: none, colours: none });
  }
}
