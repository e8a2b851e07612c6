// Steps in words; each is shown on the board.

import { button, el } from "./elements.js";

export class Steps {
  constructor(app) {
    this.app = app;
  }

  /** Return a step as an element that shows it on the board. */
  item(found, k) {
    const step = found.steps[k];
    const position = found.positions[Math.min(k, found.positions.length - 1)];
    const show = () => this.app.board.show({ layers: step.layers, position });
    const words = el("p", { textContent: step.words });
    return el("div", { className: "found" }, button(step.title, show), words);
  }

  /** Return all steps of an answer. */
  list(found) {
    const items = found.steps.map((_, k) => el("li", {}, this.item(found, k)));
    const back = button("Show the puzzle again", () => this.app.board.show(null));
    return el("div", {}, el("p", { textContent: found.words }), back, el("ol", { className: "steps" }, ...items));
  }
}
