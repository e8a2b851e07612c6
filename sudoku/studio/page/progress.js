// What a player has done: kept in the browser only. Also the work that a closed page was left with.

import { store, stored } from "./stored.js";

const WAIT = 300;
const MOST = 2000;
const PARTS = ["entered", "corner", "centre", "colours"];

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
    if (this.state.canUndo) store("work", this.state.now);
  }

  /** Return the work that was kept, or null. */
  kept() {
    const work = stored("work");
    const clues = work?.puzzle?.clues;
    if (!Array.isArray(clues) || !PARTS.every(part => work[part]?.length === clues.length)) return null;
    return work;
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
