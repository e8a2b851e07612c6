// Opening and saving: by paste, drop, file, text and link.

import { button, choice, el, labelled, options } from "./elements.js";
import { packed, unpacked } from "./link.js";
import { t } from "./words.js";

const LONGEST = 700_000;
const PLAY_PREFIX = "play="; // before the puzzle in a link whose reader is to play, and not to see candidates
const OPENED = { isOpened: true }; // the browser keeps it with the address, also when the page is loaded again

export class Files {
  constructor(app, panel) {
    this.app = app;
    this.text = el("textarea", { rows: 4, spellcheck: false });
    this.file = el("input", { type: "file", onchange: () => this.#read(this.file.files[0]) });
    this.status = el("p", { role: "status" });
    this.format = choice([]);
    this.saved = el("textarea", { rows: 4, readOnly: true, spellcheck: false });
    panel.append(
      el("h2", { textContent: t("Open") }),
      el("p", { textContent: t("Paste a puzzle anywhere on this page, drop a file, or write here: grids, candidates, links of f-puzzles or SudokuPad, JSON, pictures that were saved here, and more.") }),
      labelled(t("Text"), this.text),
      button(t("Open the text"), () => this.open({ text: this.text.value })),
      labelled(t("File"), this.file),
      this.status,
      el("h2", { textContent: t("Save") }),
      labelled(t("Format"), this.format),
      el("div", { className: "row" },
        button(t("Show"), () => this.#save(false)),
        button(t("Download"), () => this.#save(true)),
        button(t("Link to this page"), () => this.#link("")),
        button(t("Link for players"), () => this.#link(PLAY_PREFIX)),
      ),
      labelled(t("Saved text"), this.saved),
    );
    this.#listen();
  }

  setFormats(formats) {
    this.format.append(...options(formats.map(name => [name, name.replaceAll("_", " ")])));
    this.format.value = "json";
  }

  #listen() {
    document.addEventListener("paste", event => {
      if (event.target.closest("input, textarea")) return;
      this.#take(event.clipboardData);
    });
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", event => {
      event.preventDefault();
      this.#take(event.dataTransfer);
    });
    addEventListener("hashchange", () => this.openLink());
  }

  #take(data) {
    const [file] = data.files;
    const text = data.getData("text/plain");
    if (file) this.#read(file);
    else if (text) this.open({ text });
  }

  /** Open a file: the server finds out whether it is a text or a picture. */
  async #read(file) {
    if (!file) return;
    if (file.size > LONGEST) return void this.app.complain(t("The file is too long."));
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.file.value = ""; // so that the same file can be opened again
    await this.open({ data: base64(bytes) });
  }

  /** Open what a text or a file holds, for a player if asked for; return whether it could be read. */
  async open(source, isPlaying = false) {
    if ((source.text?.length ?? 0) > LONGEST) {
      this.app.complain(t("The text is too long."));
      return false;
    }
    const found = await this.app.connection.ask("open", source);
    if (found.type !== "result") {
      if (found.message) this.app.complain(found.message);
      return false;
    }
    this.status.textContent = t("Opened {words}.", { words: found.words });
    const { title = "", author = "" } = found.puzzle;
    if (isPlaying) this.app.setPlaying(true); // before, so that no candidates are asked for
    this.app.open(found.puzzle, { title, author }, found.entered, found.left);
    return true;
  }

  async #save(isFile) {
    const found = await this.app.connection.ask("save", { puzzle: this.app.named(), format: this.format.value });
    if (found.type === "invalid") return this.app.complain(found.message);
    if (found.type !== "result") return undefined;
    this.saved.value = found.text ?? "";
    if (isFile || found.text === undefined) download(found, this.app.state.now.title);
    return undefined;
  }

  #link(prefix) {
    const address = new URL(location.href);
    address.search = "";
    address.hash = prefix + packed(this.app.named());
    this.saved.value = address.href;
    history.replaceState(OPENED, "", address.hash);
    this.saved.select();
  }

  /** Whether the puzzle in the fragment of the address was opened before the page was loaded again. */
  get wasOpened() {
    return Boolean(history.state?.isOpened);
  }

  /** Open the puzzle in the fragment of the address, in its mode; return whether there was one. */
  async openLink() {
    if (location.hash.length < 2 || location.hash === "#board") return false;
    let isPlaying, text;
    try {
      const hash = decodeURIComponent(location.hash.slice(1)); // some programs write "=" as "%3D"
      isPlaying = hash.startsWith(PLAY_PREFIX);
      text = JSON.stringify(unpacked(isPlaying ? hash.slice(PLAY_PREFIX.length) : hash));
    } catch {
      this.app.complain(t("The link holds no puzzle."));
      return false;
    }
    const isOpened = await this.open({ text }, isPlaying);
    if (isOpened) {
      history.replaceState(OPENED, "");
      if (!isPlaying && this.app.state.isPlaying) this.app.setPlaying(false);
    }
    return isOpened;
  }
}

/** Return bytes as a text. */
function base64(bytes) {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
}

/** Save an answer of the server, a text or data, as a file of the user. */
export function download({ text, data, ending }, title) {
  const content = text ?? Uint8Array.from(atob(data), sign => sign.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  const name = (title.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "puzzle").slice(0, 80);
  el("a", { href: address, download: `${name}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
