// Changes of the rules, which the server makes: one after the other, so that none is lost.

import { pause } from "./connection.js";
import { t } from "./words.js";

export class Changes {
  #waiting = [];

  constructor(app) {
    this.app = app;
  }

  /** Change the rules by commands, all or none of them, after the changes that were asked for before.
   * The commands are worked out when it is their turn; an error that is thrown then is told to the user.
   */
  async rules(commandsOf) {
    this.#waiting.push(commandsOf);
    if (this.#waiting.length > 1) return;
    const { app } = this;
    let { rules } = app.state.now.puzzle;
    while (this.#waiting.length) {
      const found = await this.#made(this.#waiting[0]);
      if (rules !== app.state.now.puzzle.rules) { // another puzzle was opened, or an edit undone
        this.#waiting = [];
        app.complain(t("The rules were changed meanwhile: your last change was not made."));
      } else if (found.type === "canceled") {
        await pause(); // a digit was written, or the connection is lost
      } else {
        this.#waiting.shift();
        if (found.type === "invalid") app.complain(found.message);
        else app.state.change({ puzzle: found.puzzle });
        ({ rules } = app.state.now.puzzle);
      }
    }
  }

  /** Return the answer with the puzzle after commands, or the first answer without one. */
  async #made(commandsOf) {
    let found = { type: "result", puzzle: this.app.state.now.puzzle };
    try {
      for (const [command, data] of commandsOf()) {
        found = await this.app.connection.ask(command, { puzzle: found.puzzle, ...data });
        if (found.type !== "result") break;
      }
    } catch (error) {
      return { type: "invalid", message: error.message };
    }
    return found;
  }
}
