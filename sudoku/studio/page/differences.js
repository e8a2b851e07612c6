// What differs between two states: undo keeps these, as whole boards would take much memory in a day of edits.

/** Return what differs, as a text: for each difference its keys from the outside in, and then both values. */
export function differences(before, after) {
  const found = [];
  compare(before, after, [], found);
  return JSON.stringify(found);
}

/** Apply differences: return the state before them from the one after, or the other way round. */
export function applied(state, text, isBack) {
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
  const inner = [];
  const isAlike = areAlike(before, after);
  if (isAlike) for (const key in after) compare(before[key], after[key], [...keys, key], inner);
  const isOther = !isAlike || (Array.isArray(after) && inner.length > 1 + after.length / 8); // both lists are shorter
  found.push(...(isOther ? [[...keys, before, after]] : inner));
}

/** Whether both are lists of one length, or objects with the same keys. */
function areAlike(before, after) {
  if (!before || !after || typeof before !== "object" || typeof after !== "object") return false;
  const form = value => (Array.isArray(value) ? value.length : JSON.stringify(Object.keys(value)));
  return form(before) === form(after);
}
