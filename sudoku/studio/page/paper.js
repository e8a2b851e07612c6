// Booklets and worksheets as PDF, the page of an explanation, and the printer.

import { button, choice, el, labelled } from "./elements.js";
import { download } from "./files.js";
import { t } from "./words.js";

export class Paper {
  constructor(app, panel) {
    this.app = app;
    this.which = choice([["this", t("the puzzle on the board")], ["made", t("the chosen puzzles of the list in Make")]]);
    this.kind = choice([["worksheet", t("worksheet with a line for the name")], ["booklet", t("booklet with a cover")]]);
    this.answers = choice([["none", t("no solutions")], ["end", t("at the end")], ["upside_down", t("upside down on the page")]]);
    this.paper = choice([["a4", "A4"], ["letter", "Letter"]]);
    this.symbols = choice([["digits", t("digits")], ["shapes", t("shapes, for children")]]);
    this.onPage = el("input", { type: "number", min: 1, max: 12 });
    this.status = el("p", { role: "status" });
    panel.append(
      el("h2", { textContent: t("Worksheets and booklets") }),
      labelled(t("Puzzles"), this.which),
      labelled(t("Kind"), this.kind),
      labelled(t("Solutions"), this.answers),
      labelled(t("Paper"), this.paper),
      labelled(t("Signs"), this.symbols),
      labelled(t("Puzzles on a page"), this.onPage),
      button(t("Make the PDF"), () => this.#book()),
      el("h2", { textContent: t("Explanation") }),
      button(t("Save the page of all steps"), () => this.#page()),
      el("h2", { textContent: t("Printer") }),
      button(t("Print the board"), () => window.print()),
      this.status,
    );
  }

  #puzzles() {
    if (this.which.value === "this") return [this.app.named()];
    return this.app.generate.made.filter(each => each.isChosen).map(each => each.puzzle);
  }

  #book() {
    const { title, author } = this.app.state.now;
    const data = {
      puzzles: this.#puzzles(), author, answers: this.answers.value, paper: this.paper.value,
      symbols: this.symbols.value, worksheet: this.kind.value === "worksheet",
    };
    if (!data.puzzles.length) return void (this.status.textContent = t("The list is empty: generate puzzles first."));
    if (title) data.title = title;
    if (this.onPage.value) data.per_page = Number(this.onPage.value);
    return this.#make("book", data);
  }

  #page() {
    const { puzzle, title, author } = this.app.state.now;
    return this.#make("page", { puzzle, title, author });
  }

  async #make(command, data) {
    this.status.textContent = t("Working …");
    const found = await this.app.live.first(command, data);
    if (found.type === "result") {
      download(found, this.app.state.now.title);
      this.status.textContent = t("The file is saved with your downloads.");
    } else this.status.textContent = found.message ?? t("Stopped.");
  }
}
