// What the browser keeps for the user; nothing of it leaves the machine.

const PREFIX = "studio.";

/** Return a value that was kept, or null. */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null; // it is damaged, or the browser keeps nothing
  }
}

/** Keep a value; null forgets it. */
export function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The browser keeps nothing, or is full: the page works without.
  }
}
