// The tabs of the tools.

import { byId, el } from "./elements.js";
import { t } from "./words.js";

export class Tabs {
  #tabs = new Map();

  constructor(onshow) {
    this.onshow = onshow;
  }

  /** Return the panel of a new tab. */
  add(name) {
    const id = name.toLowerCase();
    const tab = el("button", {
      role: "tab", id: `tab-${id}`, textContent: t(name), "aria-controls": `panel-${id}`, onclick: () => this.show(name),
    });
    tab.addEventListener("keydown", event => this.#walk(event, name));
    const panel = el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, className: "panel" });
    byId("tabs").append(tab);
    byId("panels").append(panel);
    this.#tabs.set(name, { tab, panel });
    return panel;
  }

  show(name) {
    for (const [each, { tab, panel }] of this.#tabs) {
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      panel.hidden = each !== name;
    }
    this.onshow(name);
  }

  /** Let only some tabs be chosen. */
  only(names) {
    for (const [name, { tab }] of this.#tabs) tab.hidden = !names.includes(name);
  }

  #walk(event, name) {
    const shown = [...this.#tabs].filter(([, { tab }]) => !tab.hidden);
    const at = shown.findIndex(([each]) => each === name);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const [next, { tab }] = shown.at(to % shown.length);
    this.show(next);
    tab.focus();
  }
}
