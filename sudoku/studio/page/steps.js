// Steps in words; each is shown on the board.

import { button, el } from "./elements.js";
import { language, t } from "./words.js";

/** Return a note for users of another language, or null. */
export function inEnglish() {
  return language === "en"
    ? null
    : el("p", { className: "note", textContent: t("The words of steps, reasons and refusals are in English.") });
}

export class Steps {
  constructor(board) {
    this.board = board;
  }

  /** Return a step as an element that shows it on the board. */
  item(found, k) {
    const step = found.steps[k];
    const position = found.positions[Math.min(k, found.positions.length - 1)];
    const show = () => this.board.show({ layers: step.layers, position });
    return el("div", { className: "found" }, button(step.title, show), el("p", { textContent: step.words }));
  }

  /** Return all steps of an answer. */
  list(found) {
    const items = found.steps.map((_, k) => el("li", {}, this.item(found, k)));
    const back = button(t("Show the puzzle again"), () => this.board.show(null));
    return el("div", {}, el("p", { textContent: found.words }), back, el("ol", { className: "steps" }, ...items));
  }
}
