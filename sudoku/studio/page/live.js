// What is known of the puzzle, found afresh after each edit.

import { choice, el, labelled, options } from "./elements.js";
import { inEnglish } from "./steps.js";
import { t } from "./words.js";

const WAIT = 150;
/** The most seconds of an answer that no button can stop. */
export const LIMIT = 30;
const VERDICTS = {
  none: t("No solution"), one: t("Exactly one solution"), many: t("Several solutions"), unknown: t("Not known"),
};

export class Live {
  #timer = 0;
  #open = new Set();

  constructor(app, panel) {
    this.app = app;
    const live = words => labelled(words, el("input", { type: "checkbox", checked: true, onchange: () => this.start() }));
    this.shows = { candidates: live(t("Show true candidates")), hint: live(t("Find the next step")), rate: live(t("Rate")) };
    this.cap = el("input", { type: "number", min: 1, max: 10000, value: 8, onchange: () => this.start() });
    this.scale = choice([["auto", t("one that fits")]], { onchange: () => this.start() });
    this.welcome = el("p", { textContent: t("Select cells and write digits, or paste a puzzle anywhere on this page. Other boards are in Make, lines and cages in Rules.") });
    this.verdict = el("p", { className: "verdict", role: "status" });
    this.reason = el("div");
    this.counts = el("p", { className: "counts" });
    this.rating = el("p");
    this.step = el("div", { className: "step" });
    panel.append(
      this.welcome, this.verdict, this.reason,
      this.shows.candidates, labelled(t("Count solutions up to"), this.cap), this.counts,
      this.shows.rate, labelled(t("Scale"), this.scale), this.rating,
      this.shows.hint, this.step,
    );
    const note = inEnglish();
    if (note) panel.append(note);
  }

  setScales(scales) {
    this.scale.append(...options(Object.keys(scales).map(name => [name, name.replaceAll("_", " ")])));
  }

  #isOn(name) {
    return this.shows[name].querySelector("input").checked;
  }

  /** Stop what runs by itself, and begin again: candidates at once, the rest soon. */
  start() {
    this.stop();
    clearTimeout(this.#timer);
    if (this.app.state.isPlaying) return;
    this.#candidates();
    this.#timer = setTimeout(() => this.#others(), WAIT);
  }

  /** Stop what runs by itself; return whether anything did. */
  stop() {
    this.app.connection.stop([...this.#open]);
    const isRunning = this.#open.size > 0;
    this.#open.clear();
    return isRunning;
  }

  /** Forget what was found of the puzzle before the edit. */
  clear() {
    const { clues, rules } = this.app.state.now.puzzle;
    this.welcome.hidden = rules.length > 1 || clues.some(Boolean);
    const { board } = this.app;
    board.counts = board.counts && { ...board.counts, isOld: true }; // they stay, in grey, until there are others
    board.conflict = board.conflictLayers = [];
    this.verdict.textContent = "…";
    delete this.verdict.dataset.verdict;
    for (const each of [this.reason, this.counts, this.rating, this.step]) each.replaceChildren();
  }

  #candidates() {
    if (this.#isOn("candidates")) {
      const show = found => this.#showCounts(found);
      this.#ask("candidates", { cap: Number(this.cap.value) || 1 }, show, show);
    } else {
      this.app.board.counts = null;
      this.app.board.draw();
    }
  }

  #others() {
    const show = found => this.#showCheck(found);
    this.#ask("check", {}, show, show);
    if (this.#isOn("hint")) this.#ask("hint", {}, found => this.#showHint(found));
    else this.step.replaceChildren();
    if (this.#isOn("rate")) this.#ask("rate", { scale: this.scale.value }, found => this.#showRating(found));
    else this.rating.replaceChildren();
  }

  async #ask(command, data, show, part) {
    const answer = this.app.connection.ask(command, { ...this.app.state.asked(), ...data, time_limit: LIMIT }, part);
    this.#open.add(answer.id);
    const found = await answer;
    if (this.#open.delete(answer.id) && found.type !== "canceled") show(found);
  }

  /** Ask something for the user: what runs by itself makes way, and begins again after it. */
  async first(command, data, part, begun = () => {}) {
    const isStopped = this.stop();
    const { revision } = this.app.connection;
    const answer = this.app.connection.ask(command, data, part);
    begun(answer.id);
    const found = await answer;
    if (isStopped && revision === this.app.connection.revision) this.start();
    return found;
  }

  #showCounts(found) {
    const isKnown = found.type !== "invalid";
    this.app.board.counts = isKnown ? found : null;
    this.counts.textContent = isKnown || this.#isNone ? "" : found.message;
    this.app.board.draw();
    this.selected();
  }

  /** Say how many solutions have the candidates of the selected cell. */
  selected() {
    const { board } = this.app;
    const [cell, ...others] = board.selection;
    if (!board.counts || board.counts.isOld || others.length || cell === undefined || !board.counts.counts[cell]) return;
    const { cap, complete, counts } = board.counts;
    const number = count => (count >= cap ? t("{count} or more", { count }) : count);
    const each = counts[cell].flatMap((count, k) => (count ? [`${board.symbol(k + 1)}: ${number(count)}`] : []));
    const words = t("Solutions in {cell}: {counts}", { cell: board.drawing.names[cell], counts: each.join(", ") || t("none") });
    this.counts.textContent = complete ? words : `${words} ${t("(so far)")}`;
  }

  /** Whether it is known that there is no solution: then nothing else needs to say so. */
  get #isNone() {
    return this.verdict.dataset.verdict === "none";
  }

  #showCheck(found) {
    this.reason.replaceChildren();
    this.verdict.dataset.verdict = found.verdict ?? "unknown";
    if (found.type === "invalid") {
      this.verdict.textContent = found.message;
      return;
    }
    if (this.#isNone) for (const each of [this.counts, this.rating, this.step]) each.replaceChildren();
    this.verdict.textContent = VERDICTS[found.verdict] + (found.words ? `: ${found.words}` : "");
    this.app.board.conflict = found.conflict?.cells ?? [];
    this.app.board.conflictLayers = found.conflict?.layers ?? [];
    if (found.conflict) {
      this.reason.append(el("p", { textContent: found.conflict.words }), this.app.givens(found.conflict.givens));
    }
    this.app.board.draw();
  }

  #showRating(found) {
    if (this.#isNone) return;
    const words = [found.words, found.level && !found.words?.includes(found.level) ? `(${found.level})` : "", found.remark];
    if (found.type === "invalid") this.rating.textContent = found.message;
    else if (found.value === null && !found.level && !found.stopped) this.rating.textContent = found.remark;
    else this.rating.textContent = `${found.scale.replaceAll("_", " ")}: ${words.filter(Boolean).join(" ")}`;
  }

  #showHint(found) {
    this.step.replaceChildren();
    if (this.#isNone) return;
    if (found.type === "invalid") this.step.append(el("p", { textContent: found.message }));
    else if (!found.steps.length) this.step.append(el("p", { textContent: found.words }));
    else this.step.append(el("p", {}, el("strong", { textContent: t("Next step.") })), this.app.steps.item(found, 0));
  }
}
