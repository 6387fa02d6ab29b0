/* Clock of the console. Ages use it, because the browser's clock may be wrong. */

let ahead = 0;

/** Sets the clock; `text` is the console's current time. */
export function setClock(text) {
  const theirs = Date.parse(text);
  if (!Number.isNaN(theirs)) ahead = theirs - Date.now();
}

export function now() {
  return Date.now() + ahead;
}

/** Returns the milliseconds since `text`, never below zero. */
export function age(text) {
  return Math.max(0, now() - Date.parse(text));
}
