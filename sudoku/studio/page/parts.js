// Rules of our JSON: their names and parameters, and their places in a puzzle that may have changed meanwhile.

import { t } from "./words.js";

/** Return the name and the parameters of a rule of our JSON. */
export function partsOf(rule) {
  if (typeof rule === "string") return [rule, {}];
  const [[name, given]] = Object.entries(rule);
  return [name, given];
}

/** Return the place of a rule in a list; an error is thrown if it is not there any more. */
export function placeOf(rules, rule) {
  const at = rules.findIndex(isEqualTo(rule));
  if (at < 0) throw new Error(t("The rule is not there any more."));
  return at;
}

/** Return the place of the rule of a name that has a mark, and the place of the mark in its list.
 * An error is thrown if there is none; a mark with a number has to be at this place of the list.
 */
export function placeOfMark(rules, name, field, mark, number = null) {
  const isMark = isEqualTo(mark);
  for (const [at, rule] of rules.entries()) {
    const [each, given] = partsOf(rule);
    const marks = each === name ? given[field] ?? [] : [];
    const k = number ?? marks.findIndex(isMark);
    if (k in marks && isMark(marks[k])) return [at, k];
  }
  throw new Error(t("The mark is not there any more."));
}

/** Return the function that tells whether a value of JSON is equal to another. */
function isEqualTo(value) {
  const text = JSON.stringify(value);
  return other => JSON.stringify(other) === text;
}
