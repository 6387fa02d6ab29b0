/* How JSON is written and read, with the place of a mistake in words. */
import {visible} from './text.js';

/** A value as indented text. */
export function pretty(value) {
  return JSON.stringify(value, null, 2) ?? '';
}

/** Reads JSON and rounds nothing: an integer that is too large for a number stays as it was written. */
export function parseExactly(text) {
  return JSON.rawJSON ? JSON.parse(text, keepLarge) : JSON.parse(text);
}

function keepLarge(_, value, {source}) {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? JSON.rawJSON(source) : value;
}

/** `{value}`, or `{problem, at}`: in words with its place, and the place. */
export function parseJson(text) {
  try {
    return {value: parseExactly(text)};
  } catch {
    const at = faultIn(text);
    const before = text.slice(0, at).split('\n');
    const found = at < text.length ? `‘${visible(text.slice(at, at + 12).split('\n')[0])}’ is not expected here` : 'the end comes too early';
    return {problem: `Not JSON: line ${before.length}, column ${before.at(-1).length + 1}: ${found}`, at};
  }
}

const TOKEN = /\s*([{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b)/y;

// Where a text stops being JSON. Browsers tell it in different words, or not at all.
function faultIn(text) {
  const open = [];
  let wanted = 'value';
  TOKEN.lastIndex = 0;
  for (;;) {
    const start = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[1];
    wanted = token === undefined ? null : next(wanted, token, open);
    if (wanted === null) return start + /^\s*/.exec(text.slice(start))[0].length;
  }
}

/** What must follow `token` where `wanted` was expected; null when the token is wrong. */
function next(wanted, token, open) {
  const closes = {'{': '}', '[': ']'}[open.at(-1)];
  const afterOne = () => (open.length ? 'more' : 'end');
  if (token === closes && (wanted === 'more' || wanted.startsWith('first'))) {
    open.pop();
    return afterOne();
  }
  if (wanted === 'more') return token === ',' ? (closes === '}' ? 'key' : 'value') : null;
  if (wanted === 'colon') return token === ':' ? 'value' : null;
  if (wanted === 'key' || wanted === 'first key') return token.startsWith('"') ? 'colon' : null;
  if (wanted === 'end' || '}],:'.includes(token)) return null;
  if (token !== '{' && token !== '[') return afterOne();
  open.push(token);
  return token === '{' ? 'first key' : 'first value';
}
