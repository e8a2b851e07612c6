// Writing into cells: by the pad and by the keyboard.

import { COLOURS } from "./board.js";
import { button, byId, el } from "./elements.js";
import { t } from "./words.js";

const KINDS = [["digit", t("Digit")], ["corner", t("Corner")], ["centre", t("Centre")], ["colours", t("Colour")]];
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Entry {
  kind = "digit";

  constructor(state, board, actions) {
    Object.assign(this, { state, board, actions });
    board.holder.addEventListener("keydown", event => this.#key(event));
  }

  /** Draw the pad for the digits of a board. */
  drawPad() {
    const { symbols } = this.board.drawing;
    const kinds = KINDS.map(([kind, words]) =>
      button(words, () => this.setKind(kind), { "aria-pressed": String(kind === this.kind) }),
    );
    const digits = this.kind === "colours"
      ? COLOURS.map((colour, k) => {
        const made = button("", () => this.write(k), { "aria-label": t("Colour {number}", { number: k + 1 }) });
        made.style.backgroundColor = colour;
        return made;
      })
      : symbols.map((symbol, k) => button(symbol, () => this.write(k + 1)));
    byId("pad").replaceChildren(
      el("div", { className: "kinds", role: "group", "aria-label": t("What is written") }, ...kinds),
      el("div", { className: "digits" }, ...digits, button(t("Clear"), () => this.clear())),
    );
  }

  setKind(kind) {
    this.kind = kind;
    const isInside = byId("pad").contains(document.activeElement);
    this.drawPad();
    if (isInside) byId("pad").querySelector("[aria-pressed=true]").focus();
  }

  /** Write a digit, a mark or a colour into the selected cells, or remove it if all have it. */
  write(value, kind = this.kind) {
    if (this.board.isStale) return;
    this.board.show(null);
    if (kind === "digit") this.#writeDigit(value);
    else this.#mark(value, kind);
  }

  /** A clue takes the place of a digit that was entered; players write into open cells only. */
  #writeDigit(value) {
    const { state, board } = this;
    const { puzzle, entered } = state.now;
    const cells = state.isPlaying ? board.selection.filter(cell => !puzzle.clues[cell]) : board.selection;
    if (!cells.length) return;
    const before = state.isPlaying ? entered : puzzle.clues;
    const isOn = cells.every(cell => before[cell] === value);
    const after = with_(before, cells, () => (isOn ? 0 : value));
    if (state.isPlaying) state.change({ entered: after });
    else state.change({ puzzle: { ...puzzle, clues: after }, entered: with_(entered, cells, () => 0) });
  }

  #mark(value, kind) {
    const { state, board } = this;
    const cells = kind === "colours" ? board.selection : board.selection.filter(cell => !state.digit(cell));
    if (!cells.length) return;
    const before = state.now[kind];
    const isOn = cells.every(cell => before[cell].includes(value));
    const change = marks => {
      const rest = marks.filter(each => each !== value);
      return isOn ? rest : [...rest, value].sort((a, b) => a - b);
    };
    state.change({ [kind]: with_(before, cells, change) });
  }

  /** Remove the digits of the selected cells; if there are none, their marks, then their colours. */
  clear() {
    const { state, board } = this;
    const { puzzle, entered, corner, centre, colours } = state.now;
    const cells = board.selection;
    if (board.isStale) return;
    board.show(null);
    const has = list => cells.some(cell => (Array.isArray(list[cell]) ? list[cell].length : list[cell]));
    if (has(entered)) state.change({ entered: with_(entered, cells, () => 0) });
    else if (!state.isPlaying && has(puzzle.clues)) {
      state.change({ puzzle: { ...puzzle, clues: with_(puzzle.clues, cells, () => 0) } });
    } else if (has(corner) || has(centre)) {
      state.change({ corner: with_(corner, cells, () => []), centre: with_(centre, cells, () => []) });
    } else if (has(colours)) state.change({ colours: with_(colours, cells, () => []) });
  }

  #key(event) {
    const isHeld = event.ctrlKey || event.metaKey;
    if (event.altKey || this.board.isStale) return;
    const { view } = this.board;
    const isDigit = isDigitKey(event); // in some layouts these keys give "+" and "-", with or without Shift
    if (event.key in MOVES) this.#move(MOVES[event.key], event.shiftKey || isHeld);
    else if (event.key === "Backspace" || event.key === "Delete") this.clear();
    else if (event.key === "Escape") this.actions.escape();
    else if (event.key === "Enter") this.actions.enter();
    else if (event.key === "+" && !isHeld && !isDigit) view.closer();
    else if (event.key === "-" && !isHeld && !isDigit) view.farther();
    else if (event.key === " ") {
      const at = KINDS.findIndex(([kind]) => kind === this.kind);
      this.setKind(KINDS[(at + 1) % KINDS.length][0]);
    } else if (isHeld && event.key.toLowerCase() === "a") this.board.select([...this.board.drawing.cells.keys()]);
    else {
      const digit = this.#digit(event);
      if (!digit || (isHeld && !isDigit)) return;
      const kind = isHeld ? "centre" : event.shiftKey ? "corner" : this.kind;
      this.write(kind === "colours" ? (digit - 1) % COLOURS.length : digit, kind);
    }
    event.preventDefault();
  }

  /** Return the digit of a key: with Shift, keys of digits give other signs. */
  #digit(event) {
    const sign = isDigitKey(event) ? event.code.at(-1) : event.key.toUpperCase();
    return this.board.drawing.symbols.indexOf(sign) + 1;
  }

  #move([down, right], isMore) {
    const { board } = this;
    const { places, rows, columns } = board.drawing;
    const last = board.selection.at(-1);
    let [row, column] = last === undefined ? [places[0][0] - down, places[0][1] - right] : places[last];
    for (let k = 0; k < rows * columns; k++) {
      row = (row + down + rows) % rows;
      column = (column + right + columns) % columns;
      const cell = places.findIndex(place => place[0] === row && place[1] === column);
      if (cell >= 0) {
        board.select(isMore ? [...board.selection.filter(each => each !== cell), cell] : [cell]);
        return;
      }
    }
  }
}

function isDigitKey(event) {
  return /^(Digit|Numpad)\d$/.test(event.code);
}

/** Return a copy of a list in which some places are changed. */
function with_(list, places, change) {
  const made = [...list];
  for (const place of places) made[place] = change(made[place]);
  return made;
}
