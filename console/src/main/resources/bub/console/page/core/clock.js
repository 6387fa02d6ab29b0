/* The console's clock. The browser's own may be wrong, so ages are counted from what the console says. */

let ahead = 0;

/** `text` is the console's time at this moment. */
export function setClock(text) {
  const theirs = Date.parse(text);
  if (!Number.isNaN(theirs)) ahead = theirs - Date.now();
}

export function now() {
  return Date.now() + ahead;
}

/** Milliseconds since `text`, never below zero. */
export function age(text) {
  return Math.max(0, now() - Date.parse(text));
}
