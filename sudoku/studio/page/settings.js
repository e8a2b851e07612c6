// How the page looks: dark or light, for which hand, in which language.

import { button, byId, choice } from "./elements.js";
import { store, stored } from "./stored.js";
import { LANGUAGES, language, t } from "./words.js";

/** Draw the controls, and let the page look as it was left. */
export function settings() {
  const root = document.documentElement;
  const toggle = (words, name, on, off, isOn) => {
    const made = button(words, () => apply(root.dataset[name] !== on, true));
    const apply = (value, isChosen) => {
      root.dataset[name] = value ? on : off;
      made.setAttribute("aria-pressed", String(value));
      if (isChosen) store(name, root.dataset[name]);
    };
    const kept = stored(name);
    apply(kept === null ? isOn : kept === on, false);
    return made;
  };
  const languages = choice(LANGUAGES, {
    "aria-label": t("Language"),
    onchange: () => {
      store("language", languages.value);
      location.reload();
    },
  });
  languages.value = language;
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  byId("settings").append(
    toggle(t("Dark"), "theme", "dark", "light", isDark),
    toggle(t("Left hand"), "hand", "left", "right", false),
    languages,
  );
}
