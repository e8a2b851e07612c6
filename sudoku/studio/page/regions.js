// A map of regions that is painted on the board.

import { button, choice, el, labelled, options } from "./elements.js";
import { t } from "./words.js";

/** Return the control of a map of regions: choose a region, then drag over its cells. */
export function regionsField(parameter, tool, words) {
  const { app } = tool;
  let map = null;
  const chooser = choice([]);
  const status = el("p", { className: "next" });

  const show = () => {
    const { board } = app;
    board.regions = map;
    board.draw();
    const sizes = Object.entries(Object.groupBy(map, region => region)).map(([region, cells]) => `${region}: ${cells.length}`);
    status.textContent = t("Cells of the regions: {sizes}", { sizes: sizes.join(", ") });
  };
  const begin = () => {
    const { board } = app;
    const n = board.drawing.symbols.length;
    const at = tool.at();
    map = [...(app.rules.maps[at]?.[parameter.name] ?? boxes(board.drawing, n))];
    chooser.replaceChildren(...options([...map.keys()].slice(0, Math.max(n, ...map)).map(k => [k + 1, k + 1])));
    app.setTool(path => {
      for (const cell of path) map[cell] = Number(chooser.value);
      show();
    }, null, false);
    show();
  };
  const take = () => {
    for (const cell of app.board.selection) map[cell] = Number(chooser.value);
    show();
  };
  const leave = () => {
    map = null;
    status.textContent = "";
    app.setTool(null, null, false);
  };
  const painting = el("div", { className: "row" },
    button(t("Paint the regions"), begin),
    button(t("Paint the selected cells"), () => map && take()),
    parameter.needed ? null : button(t("Use the boxes"), () => {
      leave();
      tool.put(() => ({ [parameter.name]: null }));
    }),
  );
  return {
    element: el("fieldset", {}, el("legend", { textContent: words }), painting, labelled(t("Region"), chooser), status),
    read: () => map ?? tool.given()[parameter.name] ?? (parameter.needed ? boxes(app.board.drawing, app.board.drawing.symbols.length) : undefined),
    fill: () => {},
  };
}

/** Return the regions as the boxes of the drawing: runs of houses with as many cells as digits. */
function boxes({ houses, cells, columns }, n) {
  const map = cells.map((_, cell) => Math.floor(cell / columns) + 1);
  const isLine = house => house.every(cell => cells[cell][0] === cells[house[0]][0]) || house.every(cell => cells[cell][1] === cells[house[0]][1]);
  const found = houses.filter(house => house.length === n && !isLine(house));
  if (found.length * n !== cells.length) return map;
  found.forEach((house, k) => house.forEach(cell => { map[cell] = k + 1; }));
  return map;
}
