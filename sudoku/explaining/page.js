"use strict";
// Section k is the puzzle at k = 0, then step k, and the end last.
const byId = id => document.getElementById(id);
const root = document.documentElement;
const sections = [...document.querySelectorAll("section")];
const holder = document.querySelector(".board");
const board = holder.querySelector("svg");
const timed = Object.fromEntries(
  ["step", "until", "after"].map(name => [name, [...board.querySelectorAll(`[data-${name}]`)]]),
);
const entries = [...document.querySelectorAll(".legend li")];
const links = sections.map(linkTo);
const last = sections.length - 1;
const PAUSE = 3500;
let at = -1;
let timer = 0;

/** Add a section to the list of all steps; return the link. */
function linkTo(section, number) {
  const link = document.createElement("a");
  link.href = "#" + section.id;
  const parts = [section.dataset.number || "", section.dataset.title, section.dataset.short || ""];
  for (const part of parts) {
    link.append(Object.assign(document.createElement("span"), { textContent: part }));
  }
  const item = document.createElement("li");
  item.append(link);
  byId("list").append(item);
  return link;
}

/** Show on the board what belongs to a section. */
function draw(number) {
  for (const part of timed.step) part.classList.toggle("gone", Number(part.dataset.step) !== number);
  for (const part of timed.until) part.classList.toggle("gone", number > Number(part.dataset.until));
  for (const part of timed.after) part.classList.toggle("gone", number <= Number(part.dataset.after));
}

/** Return a copy of what is shown of a part of the board. */
function visibleCopy(part) {
  const copy = part.cloneNode(false);
  for (const child of part.childNodes) {
    if (!child.classList?.contains("gone")) copy.append(visibleCopy(child));
  }
  return copy;
}

function show(number) {
  number = Math.max(0, Math.min(last, number));
  if (number === at) return;
  const isFirst = at < 0;
  at = number;
  const section = sections[at];
  sections.forEach((each, k) => each.classList.toggle("shown", k === at));
  draw(at);
  point(null);
  const used = (section.dataset.legend || "").split(" ");
  entries.forEach((entry, k) => { entry.hidden = !used.includes(String(k)); });
  links.forEach((link, k) => {
    if (k === at) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  });
  const list = byId("list");
  list.scrollTop = links[at].offsetTop - list.clientHeight / 2;
  const place = section.dataset.place;
  byId("slider").value = at;
  byId("slider").setAttribute("aria-valuetext", place);
  byId("place").textContent = place;
  byId("first").disabled = byId("back").disabled = at === 0;
  byId("next").disabled = byId("last").disabled = at === last;
  const words = section.querySelector(".words").textContent;
  holder.setAttribute("aria-label", `The board: ${section.dataset.title}`);
  if (isFirst) return;
  byId("news").textContent = `${place}. ${section.dataset.title}. ${words}`;
  try {
    history.replaceState(null, "", "#" + section.id);
  } catch { /* a page inside another one may have no address */ }
}

/** Go to a section because the reader asked for it, and stop playing. */
function go(number) {
  play(false);
  show(number);
}

function play(isOn) {
  clearInterval(timer);
  timer = 0;
  if (isOn) {
    if (at === last) show(0);
    timer = setInterval(() => {
      show(at + 1);
      if (at === last) play(false);
    }, PAUSE);
  }
  byId("play").setAttribute("aria-pressed", String(isOn));
  byId("play").textContent = isOn ? "Pause" : "Play";
}

function setCandidates(isOn) {
  byId("candidates").checked = isOn;
  holder.classList.toggle("bare", !isOn);
}

function setDark(isOn) {
  byId("dark").checked = isOn;
  root.dataset.theme = isOn ? "dark" : "light";
}

/** Frame the cell that a sentence names, or none. */
function point(name) {
  board.querySelector(".pointer")?.remove();
  const found = /^r(\d+)c(\d+)$/.exec(name || "");
  if (!found) return;
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const cell = Number(holder.dataset.cell);
  const size = { class: "pointer", x: (found[2] - 1) * cell, y: (found[1] - 1) * cell, width: cell, height: cell };
  for (const [key, value] of Object.entries(size)) frame.setAttribute(key, value);
  board.append(frame);
}

/** Give each section a picture of its own, for printing. */
function drawAll() {
  if (document.body.classList.contains("one")) return;
  sections.forEach((section, number) => {
    if (section.querySelector("svg") || section.classList.contains("easier")) return;
    draw(number);
    section.append(visibleCopy(board));
  });
  entries.forEach(entry => { entry.hidden = false; });
}

function removeAll() {
  sections.forEach(section => section.querySelector("svg")?.remove());
  const number = at;
  at = -1;
  show(number);
}

/** Leave out the steps of the classes up to the chosen one in print. */
function leaveOut() {
  const names = [...byId("above").options].map(option => option.value);
  const most = names.indexOf(byId("above").value);
  for (const section of sections) {
    const level = names.indexOf(section.dataset.level || "none");
    section.classList.toggle("easier", level >= 1 && level <= most);
  }
}

function printPage(isOne) {
  document.body.classList.toggle("one", isOne);
  print();
  document.body.classList.remove("one");
}

function follow() {
  const number = sections.findIndex(section => "#" + section.id === location.hash);
  if (number >= 0) go(number);
}

const keys = {
  ArrowRight: () => go(at + 1),
  ArrowLeft: () => go(at - 1),
  Home: () => go(0),
  End: () => go(last),
  " ": () => play(!timer),
  c: () => setCandidates(!byId("candidates").checked),
  d: () => setDark(!byId("dark").checked),
  "?": () => byId("help").showModal(),
};
document.addEventListener("keydown", event => {
  const isSpaceOnControl = event.key === " " && event.target.closest("button, input, a");
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open || isSpaceOnControl) return;
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});
const buttons = {
  first: () => go(0), back: () => go(at - 1), next: () => go(at + 1), last: () => go(last),
  play: () => play(!timer), ask: () => byId("help").showModal(),
  "print-all": () => printPage(false), "print-one": () => printPage(true),
};
for (const [id, act] of Object.entries(buttons)) byId(id).addEventListener("click", act);
byId("slider").addEventListener("input", event => go(Number(event.target.value)));
byId("above").addEventListener("change", leaveOut);
byId("candidates").addEventListener("change", event => setCandidates(event.target.checked));
byId("dark").addEventListener("change", event => setDark(event.target.checked));
byId("list").addEventListener("click", event => {
  const number = links.indexOf(event.target.closest("a"));
  if (number < 0) return;
  event.preventDefault();
  go(number);
});
for (const [kind, isOver] of [["pointerover", true], ["pointerout", false]]) {
  document.querySelector(".sections").addEventListener(kind, event => {
    point(isOver && event.target.matches("b") ? event.target.textContent : null);
  });
}

let touch = null;
holder.addEventListener("touchstart", event => {
  touch = event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
holder.addEventListener("touchend", event => {
  if (!touch) return;
  const end = event.changedTouches[0];
  const [right, down] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
  const isScrolled = holder.scrollWidth > holder.clientWidth + 1;
  if (!isScrolled && Math.abs(right) > 50 && Math.abs(right) > 2 * Math.abs(down)) go(at + (right < 0 ? 1 : -1));
  touch = null;
});

addEventListener("hashchange", follow);
addEventListener("beforeprint", drawAll);
addEventListener("afterprint", removeAll);
matchMedia("print").addEventListener("change", event => event.matches ? drawAll() : removeAll());
const system = matchMedia("(prefers-color-scheme: dark)");
system.addEventListener("change", event => setDark(event.matches));

setDark(system.matches);
setCandidates(true);
leaveOut();
document.body.classList.add("stepping");
const parts = last > 0 ? ".switches, .controls, .all, footer" : ".switches, footer";
document.querySelectorAll(parts).forEach(part => { part.hidden = false; });
show(0);
follow();
