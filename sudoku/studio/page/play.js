// Playing: checks, hints in three grades, and what the player has done so far.

import { button, el, labelled } from "./elements.js";
import { LIMIT } from "./live.js";
import { inEnglish } from "./steps.js";
import { t } from "./words.js";

const LAST = 3;

export class Play {
  #hint = null;
  #grade = 0;

  constructor(app, panel) {
    this.app = app;
    this.uses = el("input", { type: "checkbox", checked: false });
    this.words = el("div", { role: "status", className: "step" });
    this.done = el("p", { className: "done" });
    panel.append(
      el("p", { textContent: t("Digits that you write are yours; the clues stay as they are.") }),
      el("div", { className: "row" },
        button(t("Check"), () => this.#check()),
        button(t("Give me a hint"), () => this.#more()),
      ),
      labelled(t("Hints use my middle marks"), this.uses),
      this.words,
      button(t("Start again"), () => this.#again()),
      el("h2", { textContent: t("My progress") }),
      this.done,
      el("p", { textContent: t("It is kept in this browser only.") }),
      button(t("Forget my progress"), () => {
        this.app.progress.forget();
        this.#showProgress();
      }),
    );
    const note = inEnglish();
    if (note) this.words.after(note);
    this.#showProgress();
  }

  /** Check a board that the player has filled: most players expect it. */
  finish() {
    const { state } = this.app;
    const { puzzle, entered } = state.now;
    const isFull = puzzle.clues.every((clue, cell) => clue || entered[cell]);
    if (state.isPlaying && isFull && entered.some(Boolean)) this.#check();
  }

  /** Ask for the player; nobody waits any more for an answer that comes when the puzzle is set again. */
  async #ask(command, data) {
    const found = await this.app.live.first(command, { ...data, time_limit: LIMIT });
    return this.app.state.isPlaying ? found : { type: "canceled" };
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

  #showProgress() {
    const { solved, hints } = this.app.progress.totals();
    this.done.textContent = t("Solved puzzles: {solved}. Hints: {hints}.", { solved, hints });
  }

  async #check() {
    const { state, board } = this.app;
    this.#say(t("Checking …"));
    const found = await this.#ask("check", { puzzle: state.now.puzzle });
    if (found.type === "canceled") return this.#say();
    if (found.type === "invalid" || found.verdict !== "one") {
      const why = { none: t("The puzzle has no solution."), many: t("The puzzle has several solutions.") }[found.verdict];
      return this.#say(why ?? found.message ?? found.words);
    }
    const { entered, puzzle } = state.now;
    board.wrong = [...entered.keys()].filter(cell => entered[cell] && entered[cell] !== found.solution[cell]);
    board.draw();
    const wrong = board.wrong.length;
    const open = puzzle.clues.filter((clue, cell) => !clue && !entered[cell]).length;
    if (wrong === 1) return this.#say(t("One digit is wrong; the board marks it."));
    if (wrong) return this.#say(t("{wrong} digits are wrong; the board marks them.", { wrong }));
    if (open) return this.#say(t("All right so far. Open cells: {open}.", { open }));
    if (entered.some(Boolean)) this.app.progress.solved();
    this.#showProgress();
    return this.#say(t("Solved!"));
  }

  /** Give more of the hint: where to look, then the technique, then the step. */
  async #more() {
    if (!this.#hint) {
      this.#say(t("Looking for a step …"));
      const found = await this.#ask("hint", this.app.state.asked(this.uses.checked));
      if (found.type === "canceled") return this.#say();
      if (found.type === "invalid") return this.#say(found.message);
      if (!found.steps.length) return this.#say(found.words);
      this.#hint = found;
      this.app.progress.hinted();
      this.#showProgress();
    }
    const [step] = this.#hint.steps;
    this.#grade = Math.min(LAST, this.#grade + 1);
    if (this.#grade === 1) return this.#where(step);
    if (this.#grade === 2) return this.#say(this.#place(step), t("The technique: {name}.", { name: step.name }));
    this.#say(this.app.steps.item(this.#hint, 0), button(t("Do it"), () => this.#do(step)));
    return this.app.board.show({ layers: step.layers, position: this.#hint.positions[0] });
  }

  #place(step) {
    const houses = step.houses.map(house => house.title);
    const names = step.cells.map(cell => this.app.board.drawing.names[cell]);
    const where = houses.length ? houses.join(", ") : names.slice(0, 4).join(", ");
    return where ? t("Look at {where}.", { where }) : t("Look at the marked cells.");
  }

  #where(step) {
    const cells = step.houses.length ? step.houses.flatMap(house => house.cells) : step.cells;
    const placed = step.placements.map(([cell]) => cell);
    this.app.board.select([...new Set(cells.length ? cells : placed)]);
    this.#say(this.#place(step), t("Ask again for the technique."));
  }

  /** Write what the step says: its digits, or the middle marks without what it excludes. */
  #do(step) {
    const { state } = this.app;
    const [position] = this.#hint.positions;
    const entered = [...state.now.entered];
    const centre = [...state.now.centre];
    for (const [cell, digit] of step.placements) entered[cell] = digit;
    for (const [cell, digit] of step.eliminations) {
      const marks = centre[cell].length ? centre[cell] : position.candidates[cell];
      centre[cell] = marks.filter(each => each !== digit);
    }
    if (step.eliminations.length) this.uses.checked = true;
    this.app.board.show(null);
    state.change({ entered, centre });
  }

  #again() {
    const { clues } = this.app.state.now.puzzle;
    const none = clues.map(() => []);
    this.app.state.change({ entered: clues.map(() => 0), corner: none, centre: none, colours: none });
  }
}
