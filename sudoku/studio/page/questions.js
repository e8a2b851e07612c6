// What the user asks of the puzzle: all steps, the path, what is redundant, why a digit is not there.

import { button, choice, el, labelled, options } from "./elements.js";
import { t } from "./words.js";

export class Questions {
  constructor(app, panel) {
    this.app = app;
    this.digit = choice([]);
    this.found = el("div", { role: "status" });
    panel.append(
      el("div", { className: "row" },
        button(t("All steps now"), () => this.#steps("steps")),
        button(t("The whole path"), () => this.#steps("path")),
        button(t("What is redundant?"), () => this.#redundant()),
      ),
      el("div", { className: "row why" },
        labelled(t("Digit"), this.digit),
        button(t("Why not in the selected cell?"), () => this.#whyNot()),
      ),
      this.found,
    );
  }

  /** Offer the digits of a board. */
  setSymbols(symbols) {
    const { value } = this.digit;
    this.digit.replaceChildren(...options(symbols.map((symbol, k) => [k + 1, symbol])));
    if (value && value <= symbols.length) this.digit.value = value;
  }

  clear() {
    this.app.board.spare = [];
    this.found.replaceChildren();
  }

  /** Ask, and show what comes; a text that says what is looked for never stays. */
  async #ask(words, command, data, show) {
    this.clear();
    const waiting = el("p", { textContent: words });
    this.found.append(waiting);
    const found = await this.app.live.first(command, { ...this.app.state.asked(), ...data });
    if (!waiting.isConnected) return; // something else was asked, or the puzzle has changed
    this.found.replaceChildren();
    if (found.type === "invalid") this.found.append(el("p", { textContent: found.message }));
    else if (found.type === "result") this.found.append(...show(found));
  }

  #steps(command) {
    return this.#ask(t("Looking for steps …"), command, {}, found => [this.app.steps.list(found)]);
  }

  #redundant() {
    return this.#ask(t("Trying the puzzle without each given …"), "redundant", {}, found => {
      const { board } = this.app;
      board.spare = [...new Set(found.each.flatMap(({ cells }) => cells))];
      board.draw();
      const leave = button(t("Leave out all that go together"), () => this.app.open(found.puzzle));
      const words = el("p", { textContent: found.words });
      return [words, this.app.givens(found.each), ...(found.together.length ? [leave] : [])];
    });
  }

  #whyNot() {
    const { board } = this.app;
    const [cell, ...others] = board.selection;
    if (cell === undefined || others.length) {
      this.clear();
      this.found.append(el("p", { textContent: t("Select one cell first.") }));
      return null;
    }
    return this.#ask(t("Looking for the reason …"), "why_not", { cell, digit: Number(this.digit.value) }, found => {
      const parts = [el("p", { className: "why-words", textContent: found.words })];
      if (found.cells) board.select([cell, ...found.cells]);
      if (found.givens?.length) parts.push(el("p", { textContent: t("It follows from these givens alone:") }), this.app.givens(found.givens));
      if (found.steps?.length) {
        const count = found.steps.length;
        const words = count === 1 ? t("One step shows it:") : t("{count} steps show it:", { count });
        parts.push(el("p", { textContent: words }), this.app.steps.list({ ...found, words: "" }));
      }
      return parts;
    });
  }
}
