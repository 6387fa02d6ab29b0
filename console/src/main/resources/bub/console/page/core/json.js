/* Writes and reads JSON, and describes the place of a syntax error. */
import {visible} from './text.js';

export function pretty(value) {
  return JSON.stringify(value, null, 2) ?? '';
}

/** Reads JSON without rounding: an integer too large for a number keeps its digits. */
export function parseExactly(text) {
  return JSON.rawJSON ? JSON.parse(text, keepLarge) : JSON.parse(text);
}

function keepLarge(_, value, {source}) {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? JSON.rawJSON(source) : value;
}

/** Returns `{value}`, or `{problem, at}` with the error in words and its position. */
export function parseJson(text) {
  try {
    return {value: parseExactly(text)};
  } catch {
    const at = faultIn(text);
    const before = text.slice(0, at).split('\n');
    const found = at < text.length ? `unexpected ‘${visible(text.slice(at, at + 12).split('\n')[0])}’` : 'unexpected end';
    return {problem: `Invalid JSON in line ${before.length}, column ${before.at(-1).length + 1}: ${found}.`, at};
  }
}

const TOKEN = /\s*([{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b)/y;

// Position where a text stops being JSON. Browsers report it in different words, or not at all.
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

/** Returns the kind of token expected after `token`; null when the token is wrong. */
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
