// What the browser keeps for the user; nothing of it leaves the machine.

const PREFIX = "studio.";

/** Return a value that was kept, of this tab if it is of each tab its own, or null. */
export function stored(name) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? localStorage.getItem(PREFIX + name));
  } catch {
    return null; // it is damaged, or the browser keeps nothing
  }
}

/** Keep a value, also for this tab if it is of each tab its own; null forgets it. */
export function store(name, value, isOfTab = false) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    if (isOfTab) sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The browser keeps nothing, or is full: the page works without.
  }
}
