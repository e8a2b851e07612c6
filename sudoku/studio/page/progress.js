// What a player has done: kept in the browser only. Also the work that a closed page was left with.

import { store, stored } from "./stored.js";

const WAIT = 300;
const MOST = 2000;

/** Whether work that was kept has what the page reads: for each cell a clue, a digit and three lists of marks. */
export function isWhole({ puzzle, entered, corner, centre, colours }, { cells, symbols }) {
  const areNumbers = (list, most = Infinity) =>
    Array.isArray(list) && list.every(each => Number.isInteger(each) && each >= 0 && each <= most);
  const marks = [corner, centre, colours];
  return [puzzle.clues, entered, ...marks].every(part => Array.isArray(part) && part.length === cells.length)
    && [puzzle.clues, entered].every(digits => areNumbers(digits, symbols.length))
    && marks.every(lists => lists.every(each => areNumbers(each))) && Array.isArray(puzzle.rules);
}

export class Progress {
  #timer = 0;

  constructor(state) {
    this.state = state;
    state.listen(() => this.#keepSoon());
    addEventListener("pagehide", () => this.#keep());
  }

  #keepSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), WAIT);
  }

  #keep() {
    if (!this.state.canUndo) return;
    store("work", this.state.now);
    store("isPlaying", this.state.isPlaying, true);
  }

  #name() {
    const { shape, rules, clues } = this.state.now.puzzle;
    return JSON.stringify([shape, rules, clues]);
  }

  /** Remember that the puzzle is solved; one that was solved before counts once. */
  solved() {
    const done = stored("solved") ?? [];
    const name = this.#name();
    if (!done.includes(name)) store("solved", [...done, name].slice(-MOST));
  }

  hinted() {
    store("hints", (stored("hints") ?? 0) + 1);
  }

  totals() {
    return { solved: (stored("solved") ?? []).length, hints: stored("hints") ?? 0 };
  }

  forget() {
    store("solved", null);
    store("hints", null);
  }
}
