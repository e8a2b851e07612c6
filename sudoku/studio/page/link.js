// Puzzles in the fragments of links.

/** Return a value as a text that may stand in an address. */
export function packed(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Return the value of a text; an error is thrown if there is none. */
export function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
