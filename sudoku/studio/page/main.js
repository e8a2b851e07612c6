// The page: it puts the parts together.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { byId, el } from "./elements.js";
import { Entry } from "./entry.js";
import { Files } from "./files.js";
import { Live } from "./live.js";
import { Make } from "./make.js";
import { Play } from "./play.js";
import { Rules } from "./rules.js";
import { State, fresh } from "./state.js";
import { Steps } from "./steps.js";

class App {
  solution = null;
  #tabs = new Map();
  #hasMargin = false;
  #asked = 0;

  constructor(puzzle) {
    this.connection = null;
    this.state = new State(fresh(puzzle));
    this.board = new Board(this.state);
    this.steps = new Steps(this);
    this.entry = new Entry(this.state, this.board, {
      escape: () => this.#escape(),
      selected: () => this.live.selected(),
    });
    this.live = new Live(this, this.#tab("Analyse"));
    this.rules = new Rules(this, this.#tab("Rules"));
    this.make = new Make(this, this.#tab("Make"));
    this.files = new Files(this, this.#tab("Files"));
    this.play = new Play(this, this.#tab("Play"));
    this.state.listen(before => this.#changed(before));
    this.#listen();
    this.#show("Analyse");
  }

  /** Begin with what the server knows, and with the puzzle of the link, if there is one. */
  async start(connection) {
    this.connection = connection;
    connection.onstate = isOpen => {
      byId("link").textContent = isOpen ? "" : "The server does not answer.";
      if (isOpen && this.board.drawing) this.live.start();
    };
    const [about, rules] = await Promise.all([connection.ask("about"), connection.ask("rules")]);
    if (about.type !== "result") return void setTimeout(() => this.start(connection), 1000);
    this.rules.setKinds(rules.rules);
    this.live.setScales(about.scales);
    this.make.setChoices(about);
    this.files.setFormats(about.formats);
    if (!(await this.files.openLink())) {
      await this.#draw();
      this.#refresh();
    }
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

  /** Change the rules by a command; what the server refuses is said. */
  async changeRules(command, data) {
    const found = await this.connection.ask(command, { puzzle: this.state.now.puzzle, ...data });
    if (found.type === "invalid") this.complain(found.message);
    else if (found.type === "result") this.state.change({ puzzle: found.puzzle });
  }

  complain(words) {
    byId("trouble").textContent = words;
  }

  /** Let the board draw paths, or take clues outside; null and null for selecting. */
  setTool(onpath, onoutside, hasMargin) {
    this.board.onpath = onpath;
    this.board.onoutside = onoutside;
    if (hasMargin !== this.#hasMargin) {
      this.#hasMargin = hasMargin;
      this.#draw();
    } else this.board.draw();
  }

  showNames() {
    for (const name of ["title", "author"]) byId(name).value = this.state.now[name];
  }

  async #changed(before) {
    const { puzzle } = this.state.now;
    this.complain("");
    this.showNames();
    byId("undo").disabled = !this.state.canUndo;
    byId("redo").disabled = !this.state.canRedo;
    this.board.shown = null;
    this.play.clear();
    const isOther = puzzle.rules !== before.puzzle.rules || puzzle.clues.length !== before.puzzle.clues.length;
    if (puzzle !== before.puzzle || this.state.now.entered !== before.entered) this.#refresh();
    if (isOther) await this.#draw();
    else this.board.draw();
  }

  #refresh() {
    this.live.clear();
    this.live.start();
  }

  /** Ask for the drawing of the puzzle, and show it unless the puzzle has changed since. */
  async #draw() {
    const number = ++this.#asked;
    const { puzzle } = this.state.now;
    const margin = this.#hasMargin;
    let found;
    do {
      found = await this.connection.ask("picture", { puzzle, margin });
    } while (found.type === "canceled" && number === this.#asked && (await pause()));
    if (number !== this.#asked) return;
    if (found.type === "invalid") return this.complain(found.message);
    const n = this.board.drawing?.symbols.length;
    this.board.setDrawing(found.drawing);
    if (n !== found.drawing.symbols.length) this.entry.drawPad();
    this.rules.show(found);
  }

  #escape() {
    if (this.board.onpath || this.board.onoutside) this.rules.leave();
    else if (this.board.shown) this.board.show(null);
    else this.board.select([]);
  }

  /** Return the panel of a new tab. */
  #tab(name) {
    const id = name.toLowerCase();
    const tab = el("button", {
      role: "tab", id: `tab-${id}`, textContent: name, "aria-controls": `panel-${id}`, onclick: () => this.#show(name),
    });
    tab.addEventListener("keydown", event => this.#walk(event, name));
    const panel = el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, className: "panel" });
    byId("tabs").append(tab);
    byId("panels").append(panel);
    this.#tabs.set(name, { tab, panel });
    return panel;
  }

  #show(name) {
    for (const [each, { tab, panel }] of this.#tabs) {
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      panel.hidden = each !== name;
    }
    if (name !== "Rules") this.rules?.leave();
  }

  #walk(event, name) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = [...this.#tabs].filter(([, { tab }]) => !tab.hidden);
    const at = shown.findIndex(([each]) => each === name);
    const [next, { tab }] = shown[(at + step + shown.length) % shown.length];
    this.#show(next);
    tab.focus();
  }

  #setPlaying(isPlaying) {
    byId("set").setAttribute("aria-pressed", String(!isPlaying));
    byId("play").setAttribute("aria-pressed", String(isPlaying));
    for (const [name, { tab }] of this.#tabs) tab.hidden = name !== "Files" && (name === "Play") !== isPlaying;
    this.#show(isPlaying ? "Play" : "Analyse");
    this.live.clear();
    this.live.start();
    this.state.setPlaying(isPlaying);
  }

  #listen() {
    byId("set").addEventListener("click", () => this.#setPlaying(false));
    byId("play").addEventListener("click", () => this.#setPlaying(true));
    byId("undo").addEventListener("click", () => this.state.undo());
    byId("redo").addEventListener("click", () => this.state.redo());
    byId("undo").disabled = byId("redo").disabled = true;
    this.#tabs.get("Play").tab.hidden = true;
    for (const name of ["title", "author"]) {
      byId(name).addEventListener("change", event => this.state.change({ [name]: event.target.value }));
    }
    byId("dark").addEventListener("click", () => {
      const isDark = document.documentElement.dataset.theme !== "dark";
      setDark(isDark);
    });
    setDark(matchMedia("(prefers-color-scheme: dark)").matches);
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

function setDark(isDark) {
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  byId("dark").setAttribute("aria-pressed", String(isDark));
}

function pause() {
  return new Promise(resolve => setTimeout(() => resolve(true), 300));
}

const puzzle = { shape: "3x3", rules: ["classic"], clues: Array(81).fill(0) };
const app = new App(puzzle);
app.start(new Connection());
