// The words of the page in several languages. English texts are the keys of the other tables.

import { GERMAN } from "./german.js";
import { stored } from "./stored.js";

export const LANGUAGES = [["en", "English"], ["de", "Deutsch"]];
const TABLES = { de: GERMAN };

export const language = choose();

function choose() {
  const known = LANGUAGES.map(([code]) => code);
  const wanted = [stored("language"), ...navigator.languages.map(each => each.slice(0, 2))];
  return wanted.find(each => known.includes(each)) ?? "en";
}

/** Return a text in the language of the user; {names} in it become values. */
export function t(text, values = {}) {
  const words = TABLES[language]?.[text] ?? text;
  return words.replace(/\{(\w+)\}/g, (found, name) => values[name] ?? found);
}

/** Translate the texts and labels that the page itself holds. */
export function translate() {
  document.documentElement.lang = language;
  for (const part of document.querySelectorAll("[data-t]")) part.textContent = t(part.textContent.trim());
  for (const part of document.querySelectorAll("body [aria-label]")) {
    part.setAttribute("aria-label", t(part.getAttribute("aria-label")));
  }
}
