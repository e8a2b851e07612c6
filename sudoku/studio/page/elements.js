// Elements of the page. Texts become text nodes, never markup.

const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(["g", "path", "rect", "circle", "text", "line"]);
const NAMES = new Set([
  "class", "d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "fill", "stroke", "stroke-width",
  "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "font-size", "text-anchor", "points",
]);

export const byId = id => document.getElementById(id);

/** Return an element with properties, attributes (those with a hyphen, and role) and children. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") made.setAttribute(name, value);
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made[name] = value;
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

/** Return an element of SVG. */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Return the element of SVG that an object of the server describes; only drawing is let through. */
export function drawn({ tag, attributes, text, children = [] }) {
  if (!TAGS.has(tag)) throw new Error(`no element of a drawing: ${tag}`);
  const kept = Object.entries(attributes).filter(
    ([name, value]) => NAMES.has(name) && !String(value).includes("url("),
  );
  const made = svg(tag, Object.fromEntries(kept), ...children.map(drawn));
  if (text) made.prepend(text);
  return made;
}

/** Return a labelled control; the name is given, as the words of options are in the label, too. */
export function labelled(words, control) {
  control.setAttribute("aria-label", words);
  return el("label", {}, el("span", { textContent: words }), control);
}

/** Return the elements of options [value, words] of a select. */
export function options(all) {
  return all.map(([value, words]) => el("option", { value, textContent: words }));
}

/** Return a select with options [value, words]. */
export function choice(all, properties = {}) {
  return el("select", properties, ...options(all));
}

export function button(words, onclick, properties = {}) {
  return el("button", { type: "button", textContent: words, onclick, ...properties });
}
