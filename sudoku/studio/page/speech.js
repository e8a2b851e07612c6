// The board in words, for those who hear it: the selected cell, its lines, and a table.

import { byId, el } from "./elements.js";
import { t } from "./words.js";

const MOST_MARKS = 3;
const MOST_CELLS = 700;

export class Speech {
  marks = [];
  #timer = 0;

  constructor(state, board) {
    Object.assign(this, { state, board });
  }

  #say(words) {
    byId("spoken").textContent = words;
  }

  #symbols(digits) {
    return digits.map(digit => this.board.symbol(digit)).join(" ");
  }

  #held(cell) {
    const digit = this.state.digit(cell);
    if (!digit) return t("blank");
    return this.state.now.puzzle.clues[cell] ? t("{digit}, given", { digit: this.#symbols([digit]) }) : this.#symbols([digit]);
  }

  /** Say which cell is selected, what it holds, and which marks it is on. */
  cell() {
    const { board, state } = this;
    const cell = board.selection.at(-1);
    if (cell === undefined) return;
    const parts = [board.drawing.names[cell], this.#held(cell)];
    if (state.now.centre[cell].length) parts.push(t("marks {digits}", { digits: this.#symbols(state.now.centre[cell]) }));
    if (board.conflict.includes(cell)) parts.push(t("in conflict"));
    if (board.wrong.includes(cell)) parts.push(t("wrong"));
    const marks = this.marks.filter(mark => mark.cells.includes(cell)).map(mark => mark.title);
    parts.push(...marks.slice(0, MOST_MARKS));
    const count = board.selection.length;
    if (count > 1) parts.push(t("{count} cells selected", { count }));
    this.#say(parts.join(", "));
  }

  /** Say the row and the column of the selected cell. */
  lines() {
    const { board } = this;
    const cell = board.selection.at(-1);
    if (cell === undefined) return;
    const { places } = board.drawing;
    const [row, column] = places[cell];
    const read = (words, number, at) => {
      const held = places.flatMap((place, k) => (place[at] === number ? [this.#held(k)] : []));
      return `${t(words, { number: number + 1 })}: ${held.join(", ")}`;
    };
    this.#say(`${read("Row {number}", row, 0)}. ${read("Column {number}", column, 1)}.`);
  }

  /** Draw the board as a table soon; only those who hear it find it. */
  table() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#drawTable(), 400);
  }

  #drawTable() {
    const { board } = this;
    if (board.isStale || board.drawing.cells.length > MOST_CELLS) return byId("table").replaceChildren();
    const { rows, columns, places } = board.drawing;
    const cellAt = new Map(places.map((place, cell) => [place.join(), cell]));
    const made = el("table", {}, el("caption", { textContent: t("The board as a table") }));
    for (let row = 0; row < rows; row++) {
      const line = el("tr", {}, el("th", { scope: "row", textContent: t("Row {number}", { number: row + 1 }) }));
      for (let column = 0; column < columns; column++) {
        const cell = cellAt.get(`${row},${column}`);
        line.append(el("td", { textContent: cell === undefined ? "" : this.#held(cell) }));
      }
      made.append(line);
    }
    byId("table").replaceChildren(made);
  }
}
