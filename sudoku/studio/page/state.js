// What the user works on. A state is never changed: each edit makes another one.

import { applied, differences } from "./differences.js";

export class State {
  #done = [];
  #undone = [];
  #heard = [];
  now;
  isPlaying = false;

  constructor(now) {
    this.now = now;
  }

  /** Call a function after each change, with the state before. */
  listen(hear) {
    this.#heard.push(hear);
  }

  get canUndo() { return this.#done.length > 0; }
  get canRedo() { return this.#undone.length > 0; }

  /** Change some parts of the state. */
  change(parts) {
    const before = this.now;
    this.now = { ...before, ...parts };
    this.#done.push(differences(before, this.now));
    this.#undone = [];
    this.#tell(before);
  }

  undo() { this.#move(this.#done, this.#undone, true); }
  redo() { this.#move(this.#undone, this.#done, false); }

  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    this.#tell(this.now);
  }

  #move(source, target, isBack) {
    if (!source.length) return;
    const before = this.now;
    target.push(source.pop());
    this.now = applied(before, target.at(-1), isBack);
    this.#tell(before);
  }

  #tell(before) {
    for (const hear of this.#heard) hear(before);
  }

  /** Return the digit of a cell: its clue, or what was entered. */
  digit(cell) {
    return this.now.puzzle.clues[cell] || this.now.entered[cell];
  }

  /** Return what commands get: the puzzle, and what was entered. */
  asked(usesMarks = false) {
    const { puzzle, entered, centre } = this.now;
    const data = { puzzle, entered };
    if (usesMarks) data.left = centre.map(digits => (digits.length ? digits : null));
    return data;
  }
}

/** Return the state of a puzzle in which nothing is marked. */
export function fresh(puzzle, entered = null, facts = {}) {
  const none = puzzle.clues.map(() => []);
  return {
    puzzle,
    entered: entered ?? puzzle.clues.map(() => 0),
    corner: none,
    centre: none,
    colours: none,
    title: facts.title ?? "",
    author: facts.author ?? "",
  };
}
