// Opening and saving: by paste, drop, file, text and link.

import { button, choice, el, labelled, options } from "./elements.js";

const LONGEST = 900_000;

export class Files {
  constructor(app, panel) {
    this.app = app;
    this.text = el("textarea", { rows: 4, spellcheck: false });
    this.file = el("input", { type: "file", onchange: () => this.#read(this.file.files[0]) });
    this.status = el("p", { role: "status" });
    this.format = choice([]);
    this.saved = el("textarea", { rows: 4, readOnly: true, spellcheck: false });
    panel.append(
      el("h2", { textContent: "Open" }),
      el("p", { textContent: "Paste a puzzle anywhere on this page, drop a file, or write here: grids, candidates, links of f-puzzles or SudokuPad, JSON and more." }),
      labelled("Text", this.text),
      button("Open the text", () => this.read(this.text.value)),
      labelled("File", this.file),
      this.status,
      el("h2", { textContent: "Save" }),
      labelled("Format", this.format),
      el("div", { className: "row" },
        button("Show", () => this.#save(false)),
        button("Download", () => this.#save(true)),
        button("Link to this page", () => this.#link()),
      ),
      labelled("Saved text", this.saved),
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
      const text = event.clipboardData.getData("text/plain");
      if (text) this.read(text);
    });
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", event => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.#read(file);
      else this.read(event.dataTransfer.getData("text/plain"));
    });
  }

  async #read(file) {
    if (!file) return;
    if (file.size > LONGEST) return this.app.complain("The file is too long.");
    return this.read(await file.text());
  }

  /** Open what a text holds; return whether it could be read. */
  async read(text) {
    if (text.length > LONGEST) {
      this.app.complain("The text is too long.");
      return false;
    }
    const found = await this.app.connection.ask("open", { text });
    if (found.type !== "result") {
      if (found.message) this.app.complain(found.message);
      return false;
    }
    this.status.textContent = `Opened ${found.words}.`;
    const { title = "", author = "" } = found.puzzle;
    this.app.open(found.puzzle, { title, author }, found.entered, found.left);
    return true;
  }

  async #save(isFile) {
    const found = await this.app.connection.ask("save", { puzzle: this.#named(), format: this.format.value });
    if (found.type === "invalid") return this.app.complain(found.message);
    if (found.type !== "result") return;
    this.saved.value = found.text;
    if (!isFile) return;
    const address = URL.createObjectURL(new Blob([found.text], { type: "text/plain" }));
    const name = (this.app.state.now.title.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "puzzle").slice(0, 80);
    el("a", { href: address, download: `${name}.${found.ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** Return the puzzle with its title and author. */
  #named() {
    const { puzzle, title, author } = this.app.state.now;
    return { ...puzzle, title, author };
  }

  #link() {
    const address = new URL(location.href);
    address.search = "";
    address.hash = packed(this.#named());
    this.saved.value = address.href;
    history.replaceState(null, "", address.hash);
    this.saved.select();
  }

  /** Open the puzzle in the fragment of the address; return whether there was one. */
  async openLink() {
    if (location.hash.length < 2) return false;
    try {
      return await this.read(JSON.stringify(unpacked(location.hash.slice(1))));
    } catch {
      this.app.complain("The link holds no puzzle.");
      return false;
    }
  }
}

/** Return a value as a text that may stand in an address. */
function packed(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
