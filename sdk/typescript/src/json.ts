/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A JSON object whose members have not been checked yet. */
export type JsonObject = { [name: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the member if it is an object; an empty object otherwise. */
export function objectMember(value: JsonObject, name: string): JsonObject {
  const member = value[name];
  return isObject(member) ? member : {};
}

export function textMember(value: JsonObject, name: string): string | undefined {
  const member = value[name];
  return typeof member === "string" ? member : undefined;
}

/** Length of a text in UTF-8, which is what the limits of the bus count. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) {
      length += unit > 0x7ff ? 2 : 1;
      if (unit >= 0xd800 && unit <= 0xdbff) {
        i++; // a pair of units is four bytes, of which two are counted already
      }
    }
  }
  return length;
}

const ESCAPED_SURROGATE = /\\ud[89a-f]/i;

/**
 * JSON that the bus accepts. `JSON.stringify` escapes half of a surrogate pair, as in a text that
 * was cut in the middle of an emoji, and the bus refuses that; it becomes U+FFFD instead.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  return ESCAPED_SURROGATE.test(text)
    ? text.replace(/\\(ud[89a-f][0-9a-f]{2}|.)/gis, (escape, code: string) => (code.length > 1 ? "\\ufffd" : escape))
    : text;
}

/** True when objects and arrays in the JSON are nested deeper than this. */
export function isDeeperThan(levels: number, json: string): boolean {
  if (json.length < levels * 2) {
    return false; // each level needs two characters
  }
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === QUOTE) {
      i = endOfString(json, i + 1);
    } else if (char === OPEN_OBJECT || char === OPEN_ARRAY) {
      if (++depth > levels) {
        return true;
      }
    } else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) {
      depth--;
    }
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

function endOfString(json: string, start: number): number {
  let i = start;
  while (i < json.length && json.charCodeAt(i) !== QUOTE) {
    i += json.charCodeAt(i) === BACKSLASH ? 2 : 1;
  }
  return i;
}
