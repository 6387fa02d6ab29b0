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
