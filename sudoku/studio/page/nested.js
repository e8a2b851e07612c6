// Rules within a rule: rules of the puzzle are moved in and out again.

import { button, choice, el, options } from "./elements.js";
import { placeOf } from "./parts.js";
import { t } from "./words.js";

/** Return the control of a list of rules, or of a list of such lists (branches). */
export function nestedField(parameter, tool, words) {
  const { app } = tool;
  const isBranches = parameter.tool === "branches";
  const list = el("div");
  const listed = () => {
    const given = tool.given()[parameter.name] ?? [];
    return isBranches ? given : [given];
  };
  const put = (branchesOf, othersOf) => tool.put(() => {
    const branches = branchesOf();
    if (!branches.length) return null;
    return { [parameter.name]: isBranches ? branches : branches[0] };
  }, othersOf);

  const moveIn = (branch, at) => {
    const rule = app.state.now.puzzle.rules[at];
    return put(() => {
      const branches = [...listed()];
      branches[branch] = [...(branches[branch] ?? []), typeof rule === "string" ? { [rule]: {} } : rule];
      return branches;
    }, () => [["without_rule", { at: placeOf(app.state.now.puzzle.rules, rule) }]]);
  };
  const moveOut = (branch, k) => {
    const rule = listed()[branch][k];
    return put(() => {
      const branches = listed().map(each => [...each]);
      const at = placeOf(branches[branch] ?? [], rule);
      branches[branch].splice(at, 1);
      return branches.filter(each => each.length);
    }, () => [["with_rule", { rule }]]);
  };

  const titled = rule => (typeof rule === "string" ? rule : Object.keys(rule)[0]).replaceAll("_", " ");
  const branchOf = (rules, branch) => {
    const movable = app.state.now.puzzle.rules
      .map((rule, at) => [at, titled(rule)])
      .filter(([at, title]) => at !== tool.at() && !app.rules.makesBoard(title.replaceAll(" ", "_")));
    const chooser = choice([], { "aria-label": t("Rule of the puzzle") });
    chooser.replaceChildren(...options(movable));
    const items = rules.map((rule, k) =>
      el("li", {}, `${titled(rule)} `, button(t("Take it out"), () => moveOut(branch, k))));
    const heading = isBranches ? el("p", { textContent: t("Branch {number}", { number: branch + 1 }) }) : null;
    const move = button(t("Move this rule in"), () => chooser.value && moveIn(branch, Number(chooser.value)));
    return el("div", {}, heading, el("ul", {}, ...items), movable.length ? el("div", { className: "row" }, chooser, move) : null);
  };
  return {
    element: el("fieldset", {},
      el("legend", { textContent: words }),
      el("p", { textContent: t("Add the rules to the puzzle first, then move them in here.") }),
      list),
    read: () => tool.given()[parameter.name],
    fill: () => {
      const branches = listed();
      if (isBranches) list.replaceChildren(...[...branches, []].map(branchOf));
      else list.replaceChildren(branchOf(branches[0], 0));
    },
  };
}
