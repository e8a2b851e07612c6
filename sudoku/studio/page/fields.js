// Controls for the parameters of rules that are no marks. Each has an element, reads its value, and is filled.

import { el, labelled } from "./elements.js";
import { numbersIn } from "./marker.js";
import { nestedField } from "./nested.js";
import { regionsField } from "./regions.js";
import { t } from "./words.js";

/** Return the control of a parameter; a value that it reads as undefined is as by default. */
export function fieldOf(parameter, tool) {
  const words = parameter.name.replaceAll("_", " ");
  if (parameter.tool === "regions") return regionsField(parameter, tool, words);
  if (parameter.tool === "rules" || parameter.tool === "branches") return nestedField(parameter, tool, words);
  if (parameter.tool === "kinds") return kindsField(parameter, tool, words);
  if (parameter.schema === "truth") return truthField(parameter, words);
  return textField(parameter, words, FORMS[parameter.tool] ?? FORMS.text);
}

const FORMS = {
  option: {
    label: words => words,
    control: () => el("input", { type: "number" }),
    write: String,
    read: Number,
  },
  numbers: {
    label: words => `${words} (${t("numbers, with commas")})`,
    control: () => el("input", { autocomplete: "off" }),
    write: value => value.join(", "),
    read: needed(numbersIn),
  },
  rows: {
    label: words => `${words} (${t("numbers, one group in each line")})`,
    control: () => el("textarea", { rows: 4, spellcheck: false }),
    write: value => value.map(row => row.join(" ")).join("\n"),
    read: text => text.split("\n").filter(line => line.trim()).map(needed(numbersIn)),
  },
  text: {
    label: words => `${words} (${t("as in our JSON")})`,
    control: () => el("textarea", { rows: 3, spellcheck: false }),
    write: value => JSON.stringify(value),
    read: text => JSON.parse(text),
  },
};

/** Return a reader that refuses what it cannot read. */
function needed(read) {
  return text => {
    const found = read(text);
    if (found === undefined) throw new Error(t("These are no numbers: {text}", { text }));
    return found;
  };
}

function textField(parameter, words, { label, control, write, read }) {
  const input = control();
  return {
    element: labelled(label(words), input),
    read: () => (input.value.trim() === "" ? undefined : read(input.value.trim())),
    fill: given => {
      if (input === document.activeElement) return; // it is being written
      const value = given ?? parameter.default ?? null;
      input.value = value === null ? "" : write(value);
    },
  };
}

function truthField(parameter, words) {
  const input = el("input", { type: "checkbox" });
  return {
    element: labelled(words, input),
    read: () => input.checked,
    fill: given => { input.checked = Boolean(given ?? parameter.default); },
  };
}

/** None, all or some of the kinds of marks of a rule. */
function kindsField(parameter, tool, words) {
  const kinds = tool.kind.parameters.filter(each => each.mark);
  const boxes = kinds.map(kind => el("input", { type: "checkbox", value: kind.name }));
  const labels = kinds.map((kind, k) => labelled(t("all are given: {marks}", { marks: kind.mark }), boxes[k]));
  return {
    element: el("fieldset", {}, el("legend", { textContent: words }), ...labels),
    read: () => boxes.filter(box => box.checked).map(box => box.value),
    fill: given => {
      for (const box of boxes) box.checked = given === true || (Array.isArray(given) && given.includes(box.value));
    },
  };
}
