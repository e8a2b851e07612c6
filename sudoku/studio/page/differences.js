// What differs between two states: undo keeps these, as whole boards would take much memory in a day of edits.

/** Return what differs, as a text: for each difference its keys from the outside in, and then both values. */
export function differences(before, after) {
  const found = [];
  compare(before, after, [], found);
  return JSON.stringify(found);
}

/** Return a state before differences from the one after them, or the other way round. */
export function moved(state, text, isBack) {
  const put = (value, [key, ...keys], leaf) => {
    if (key === undefined) return leaf;
    const made = Array.isArray(value) ? [...value] : { ...value };
    made[key] = put(value[key], keys, leaf);
    return made;
  };
  return JSON.parse(text).reduce((made, each) => put(made, each.slice(0, -2), each.at(isBack ? -2 : -1)), state);
}

function compare(before, after, keys, found) {
  if (before === after) return;
  if (!areAlike(before, after)) found.push([...keys, before, after]);
  else for (const key in after) compare(before[key], after[key], [...keys, key], found);
}

/** Whether both are lists of one length, or objects with the same keys. */
function areAlike(before, after) {
  if (!before || !after || typeof before !== "object" || typeof after !== "object") return false;
  return Array.isArray(before) === Array.isArray(after) && Object.keys(before).join() === Object.keys(after).join();
}
