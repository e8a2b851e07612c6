// The page: it puts the parts together.

import { Board } from "./board.js";
import { Changes } from "./changes.js";
import { Complete } from "./complete.js";
import { Connection, pause } from "./connection.js";
import { button, byId, el } from "./elements.js";
import { Entry } from "./entry.js";
import { Files } from "./files.js";
import { Generate } from "./generate.js";
import { Live } from "./live.js";
import { Make } from "./make.js";
import { Paper } from "./paper.js";
import { Play } from "./play.js";
import { Pointer } from "./pointer.js";
import { Progress, isWhole } from "./progress.js";
import { Questions } from "./questions.js";
import { Rules } from "./rules.js";
import { settings } from "./settings.js";
import { Speech } from "./speech.js";
import { State, fresh } from "./state.js";
import { Steps } from "./steps.js";
import { stored } from "./stored.js";
import { Tabs } from "./tabs.js";
import { t, translate } from "./words.js";

const SETTING = ["Analyse", "Rules", "Make", "Print", "Files"];
const PLAYING = ["Play", "Print", "Files"];

class App {
  connection = null;
  #hasMargin = false;
  #drawing = 0;

  constructor(puzzle) {
    this.state = new State(fresh(puzzle));
    this.board = new Board(this.state);
    this.pointer = new Pointer(this.board);
    this.speech = new Speech(this.state, this.board);
    this.steps = new Steps(this.board);
    this.entry = new Entry(this.state, this.board, { escape: () => this.#escape(), enter: () => this.speech.lines() });
    this.tabs = new Tabs(name => name !== "Rules" && this.rules?.leave());
    const playing = this.tabs.add("Play");
    const analyse = this.tabs.add("Analyse");
    this.live = new Live(this, analyse);
    this.questions = new Questions(this, analyse);
    this.rules = new Rules(this, this.tabs.add("Rules"));
    const make = this.tabs.add("Make");
    this.make = new Make(this, make);
    this.generate = new Generate(this, make);
    this.complete = new Complete(this, make);
    this.paper = new Paper(this, this.tabs.add("Print"));
    this.files = new Files(this, this.tabs.add("Files"));
    this.changes = new Changes(this);
    this.progress = new Progress(this.state);
    this.play = new Play(this, playing);
    this.board.onselect = () => {
      this.speech.cell();
      this.live.selected();
    };
    this.state.listen(before => this.#changed(before));
    this.#listen();
    this.tabs.only(SETTING);
    this.tabs.show("Analyse");
  }

  /** Begin with what the server knows, and with the work before or the puzzle of a new link. */
  async start(connection) {
    this.connection = connection;
    this.#showState(connection);
    const [about, rules] = await Promise.all([this.#known("about"), this.#known("rules")]);
    this.rules.setKinds(rules.rules);
    this.live.setScales(about.scales);
    this.make.setLayouts(about.layouts);
    this.generate.setChoices(about);
    this.complete.setKinds(about.drawn);
    this.files.setFormats(about.formats);
    if (stored("isPlaying")) this.setPlaying(true);
    const isRestored = await this.#restore();
    if (isRestored && this.files.wasOpened) return;
    if (!(await this.files.openLink()) && !isRestored) {
      await this.#draw();
      this.#refresh();
    }
  }

  /** Say when there is no connection; the browser does not tell why the first one fails. */
  #showState(connection) {
    let lost = t("The server does not answer. If it was started with a token, the address of this page has to end with ?token= and the token.");
    connection.onstate = isOpen => {
      byId("link").textContent = isOpen ? "" : lost;
      if (!isOpen) return;
      lost = t("The server does not answer.");
      if (this.board.drawing) this.live.start();
    };
  }

  /** Go on with the work that was kept, unless it is damaged or the server refuses its puzzle; return whether there was any. */
  async #restore() {
    const work = stored("work");
    if (!work) return false;
    const found = await this.#answer("picture", { puzzle: work.puzzle });
    const isRead = found.type === "result";
    if (isRead && isWhole(work, found.drawing)) {
      this.state.change(work);
      return true;
    }
    this.files.text.value = JSON.stringify({ ...work.puzzle, title: work.title, author: work.author });
    this.complain(isRead ? t("The work that was kept here is damaged; the puzzle without it is in Files.")
      : t("The puzzle that was kept here is refused; its text is in Files. {words}", { words: found.message }));
    return false;
  }

  /** Ask until the server answers; return a result, or a refusal. */
  async #answer(command, data) {
    for (;;) {
      const found = await this.connection.ask(command, data);
      if (found.type !== "canceled") return found;
      await pause();
    }
  }

  async #known(command) {
    const found = await this.#answer(command);
    if (found.type === "invalid") throw new Error(found.message);
    return found;
  }

  /** Go on with another puzzle; it can be undone. */
  open(puzzle, facts = {}, entered = null, left = null) {
    const { title: _, author: __, ...rest } = puzzle;
    const { title, author } = { ...this.state.now, ...facts };
    const made = fresh(rest, entered, { title, author });
    if (left) made.centre = left.map(digits => digits ?? []);
    this.board.selection = [];
    this.state.change(made);
  }

  complain(words) {
    byId("trouble").textContent = words;
  }

  /** Return a list of givens; each shows its cells. */
  givens(givens) {
    const items = givens.map(({ title, cells }) =>
      el("li", {}, button(title, () => this.board.select(cells), { className: "plain" })));
    return el("ul", {}, ...items);
  }

  /** Return the puzzle with its title and author. */
  named() {
    const { puzzle, title, author } = this.state.now;
    return { ...puzzle, title, author };
  }

  /** Let the board draw paths, or take clues outside; null and null for selecting. */
  setTool(onpath, onoutside, hasMargin) {
    this.board.onpath = onpath;
    this.board.onoutside = onoutside;
    this.board.regions = null;
    if (hasMargin !== this.#hasMargin) {
      this.#hasMargin = hasMargin;
      this.#draw();
    } else this.board.draw();
  }

  async #changed(before) {
    const { puzzle, entered, title, author } = this.state.now;
    this.complain("");
    byId("title").value = title;
    byId("author").value = author;
    byId("undo").disabled = !this.state.canUndo;
    byId("redo").disabled = !this.state.canRedo;
    this.board.shown = null;
    this.questions.clear();
    this.play.clear();
    this.speech.table();
    if (puzzle.clues.length !== before.puzzle.clues.length) this.complete.clear();
    const isOther = puzzle.rules !== before.puzzle.rules || puzzle.clues.length !== before.puzzle.clues.length;
    if (isOther) this.board.counts = null;
    if (puzzle !== before.puzzle || entered !== before.entered) {
      this.#refresh();
      this.play.finish();
    }
    if (isOther) return void (await this.#draw());
    this.board.draw();
    if (!this.board.isStale) this.speech.cell();
  }

  #refresh() {
    this.connection.revision++;
    this.live.clear();
    this.live.start();
  }

  /** Ask for the drawing of the puzzle, and show it unless the puzzle has changed since. */
  async #draw() {
    const number = ++this.#drawing;
    const data = { puzzle: this.state.now.puzzle, margin: this.#hasMargin };
    let found;
    do {
      found = await this.connection.ask("picture", data);
    } while (found.type === "canceled" && number === this.#drawing && (await pause()));
    if (number !== this.#drawing) return;
    if (found.type === "invalid") return void this.complain(found.message);
    const n = this.board.drawing?.symbols.length;
    this.board.setDrawing(found.drawing);
    this.speech.marks = found.marks;
    this.speech.cell();
    this.speech.table();
    if (n !== found.drawing.symbols.length) {
      this.entry.drawPad();
      this.questions.setSymbols(found.drawing.symbols);
    }
    this.rules.show(found);
  }

  #escape() {
    if (this.board.onpath || this.board.onoutside) this.rules.leave();
    else if (this.board.shown) this.board.show(null);
    else this.board.select([]);
  }

  setPlaying(isPlaying) {
    byId("set").setAttribute("aria-pressed", String(!isPlaying));
    byId("play").setAttribute("aria-pressed", String(isPlaying));
    this.tabs.only(isPlaying ? PLAYING : SETTING);
    this.tabs.show(isPlaying ? "Play" : "Analyse");
    document.documentElement.dataset.mode = isPlaying ? "play" : "set";
    for (const name of ["title", "author"]) byId(name).readOnly = isPlaying;
    this.live.clear();
    this.state.setPlaying(isPlaying);
    this.live.start();
    this.board.draw();
  }

  #listen() {
    const on = (id, kind, act) => byId(id).addEventListener(kind, act);
    on("set", "click", () => this.setPlaying(false));
    on("play", "click", () => this.setPlaying(true));
    on("undo", "click", () => this.state.undo());
    on("redo", "click", () => this.state.redo());
    byId("undo").disabled = byId("redo").disabled = true;
    for (const name of ["title", "author"]) {
      on(name, "change", event => this.state.change({ [name]: event.target.value }));
    }
    const { view } = this.board;
    const move = button(t("Move"), () => {
      view.isMoving = !view.isMoving;
      move.setAttribute("aria-pressed", String(view.isMoving));
    }, { "aria-pressed": "false" });
    byId("view").append(
      button("−", () => view.farther(), { "aria-label": t("Zoom out") }),
      button("+", () => view.closer(), { "aria-label": t("Zoom in") }),
      button(t("Whole board"), () => view.fit()),
      move,
    );
    document.addEventListener("keydown", event => {
      if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea")) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) this.state.undo();
      else if (key === "y" || key === "z") this.state.redo();
      else return;
      event.preventDefault();
    });
  }
}

translate();
settings();
const app = new App({ shape: "3x3", rules: ["classic"], clues: Array(81).fill(0) });
app.start(new Connection());
