// What is known of the puzzle, found afresh after each edit.

import { button, choice, el, labelled, options } from "./elements.js";

const WAIT = 150;
const LIMIT = 30;
const VERDICTS = {
  none: "No solution", one: "Exactly one solution", many: "Several solutions", unknown: "Not known",
};

export class Live {
  #timer = 0;
  #open = new Map();
  #marks = null;

  constructor(app, panel) {
    this.app = app;
    const live = (words, isOn) => labelled(words, el("input", { type: "checkbox", checked: isOn, onchange: () => this.start() }));
    this.shows = { candidates: live("Show true candidates", true), hint: live("Find the next step", true), rate: live("Rate", true) };
    this.cap = el("input", { type: "number", min: 1, max: 10000, value: 8, onchange: () => this.start() });
    this.scale = choice([["auto", "one that fits"]], { onchange: () => this.start() });
    this.verdict = el("p", { className: "verdict", role: "status" });
    this.reason = el("div");
    this.counts = el("p", { className: "counts" });
    this.rating = el("p");
    this.step = el("div", { className: "step" });
    this.found = el("div");
    panel.append(
      this.verdict, this.reason,
      this.shows.candidates, labelled("Count solutions up to", this.cap), this.counts,
      this.shows.rate, labelled("Scale", this.scale), this.rating,
      this.shows.hint, this.step,
      el("div", { className: "row" },
        button("All steps now", () => this.#all("steps")),
        button("The whole path", () => this.#all("path")),
        button("What is redundant?", () => this.#redundant()),
      ),
      this.found,
    );
  }

  setScales(scales) {
    this.scale.append(...options(Object.keys(scales).map(name => [name, name.replaceAll("_", " ")])));
  }

  #isOn(name) {
    return this.shows[name].querySelector("input").checked;
  }

  /** Cancel what is under way, and begin afresh soon. */
  start() {
    this.app.connection.revision++;
    this.#open.clear();
    clearTimeout(this.#timer);
    if (this.app.state.isPlaying) {
      this.app.board.counts = null;
      this.app.board.draw();
    }
    this.#timer = setTimeout(() => this.#run(), WAIT);
  }

  /** Forget what was found of the puzzle before the edit. */
  clear() {
    this.app.board.counts = null;
    this.app.board.conflict = [];
    this.verdict.textContent = "…";
    for (const each of [this.reason, this.counts, this.rating, this.step, this.found]) each.replaceChildren();
  }

  async #run() {
    if (this.app.state.isPlaying) return;
    if (!this.#isOn("candidates")) {
      this.app.board.counts = null;
      this.app.board.draw();
    } else {
      const cap = Number(this.cap.value) || 1;
      const show = found => this.#showCounts(found);
      this.#ask("candidates", { ...this.app.state.asked(), cap }, show, show);
    }
    this.#ask("check", this.app.state.asked(), found => this.#showCheck(found), found => this.#showCheck(found));
    if (this.#isOn("hint")) this.#ask("hint", this.app.state.asked(), found => this.#showHint(found));
    if (this.#isOn("rate")) {
      const data = { ...this.app.state.asked(), scale: this.scale.value };
      this.#ask("rate", data, found => this.#showRating(found));
    }
  }

  async #ask(command, data, show, part) {
    const answer = this.app.connection.ask(command, { ...data, time_limit: LIMIT }, part);
    this.#open.set(answer.id, command);
    const found = await answer;
    if (!this.#open.delete(answer.id) || found.type === "canceled") return;
    show(found);
  }

  /** Ask something for the user: what runs by itself makes way, and begins again after it. */
  async first(command, data, part) {
    const stopped = [...this.#open];
    this.#open.clear();
    this.app.connection.stop(stopped.map(([id]) => id));
    const revision = this.app.connection.revision;
    const found = await this.app.connection.ask(command, data, part);
    if (stopped.length && revision === this.app.connection.revision) this.#run();
    return found;
  }

  #showCounts(found) {
    if (found.type === "invalid") {
      this.app.board.counts = null;
      this.counts.textContent = found.message;
    } else this.app.board.counts = found;
    this.app.board.draw();
    this.selected();
  }

  /** Say how many solutions have the candidates of the selected cell. */
  selected() {
    const { board } = this.app;
    const [cell, ...others] = board.selection;
    if (!board.counts || others.length || cell === undefined || !board.counts.counts[cell]) return;
    const { cap, complete, counts } = board.counts;
    const words = counts[cell]
      .map((count, k) => (count ? `${board.drawing.symbols[k]}: ${count}${count >= cap ? " or more" : ""}` : ""))
      .filter(Boolean);
    const text = `Solutions in ${board.drawing.names[cell]}: ${words.join(", ") || "none"}`;
    this.counts.textContent = complete ? text : `${text} (so far)`;
  }

  #showCheck(found) {
    this.reason.replaceChildren();
    if (found.type === "invalid") {
      this.verdict.textContent = found.message;
      return;
    }
    this.app.solution = found.solution ?? null;
    this.verdict.textContent = VERDICTS[found.verdict] + (found.words ? `: ${found.words}` : "");
    this.verdict.dataset.verdict = found.verdict;
    this.app.board.conflict = found.conflict?.cells ?? [];
    if (found.conflict) {
      const items = found.conflict.givens.map(({ title, cells }) =>
        el("li", {}, button(title, () => this.app.board.select(cells), { className: "plain" })));
      this.reason.append(el("p", { textContent: found.conflict.words }), el("ul", {}, ...items));
    }
    this.app.board.draw();
  }

  #showRating(found) {
    const words = [found.words, found.level && found.level !== found.words ? `(${found.level})` : "", found.remark];
    this.rating.textContent = found.type === "invalid"
      ? found.message
      : `${found.scale.replaceAll("_", " ")}: ${words.filter(Boolean).join(" ")}`;
  }

  #showHint(found) {
    this.step.replaceChildren();
    if (found.type === "invalid") this.step.append(el("p", { textContent: found.message }));
    else if (!found.steps.length) this.step.append(el("p", { textContent: found.words }));
    else this.step.append(el("p", {}, el("strong", { textContent: "Next step. " })), this.app.steps.item(found, 0));
  }

  async #all(command) {
    this.found.replaceChildren(el("p", { textContent: "Looking for steps …" }));
    const found = await this.first(command, this.app.state.asked());
    if (found.type === "canceled") this.found.replaceChildren();
    else if (found.type === "invalid") this.found.replaceChildren(el("p", { textContent: found.message }));
    else this.found.replaceChildren(this.app.steps.list(found));
  }

  async #redundant() {
    if (this.#marks) return;
    this.#marks = true;
    this.found.replaceChildren(el("p", { textContent: "Trying the puzzle without each given …" }));
    const found = await this.first("redundant", this.app.state.asked());
    this.#marks = null;
    if (found.type === "canceled") return this.found.replaceChildren();
    if (found.type === "invalid") {
      this.found.replaceChildren(el("p", { textContent: found.message }));
      return;
    }
    this.app.board.select([...new Set(found.each.flatMap(({ cells }) => cells))]);
    const leave = button("Leave out all that go together", () => this.app.open(found.puzzle));
    this.found.replaceChildren(el("p", { textContent: found.words }), ...(found.together.length ? [leave] : []));
  }
}
