import type { Violation } from "../errors.js";
import { isObject, type JsonObject } from "../json.js";

/** Checks a value against the common keywords of JSON Schema; a real lobby enforces all of them. */
export function violationsOf(schema: unknown, value: unknown, path = ""): Violation[] {
  if (!isObject(schema)) {
    return schema === false ? [{ path, problem: "must be absent" }] : [];
  }
  const wrongType = typeProblem(schema["type"], value);
  if (wrongType !== undefined) {
    return [{ path, problem: wrongType }];
  }
  return [
    ...valueProblems(schema, value).map((problem) => ({ path, problem })),
    ...(isObject(value) ? memberViolations(schema, value, path) : []),
    ...(Array.isArray(value) ? value.flatMap((item, i) => violationsOf(schema["items"], item, `${path}/${i}`)) : []),
    ...combined(schema, value, path),
  ];
}

function typeOf(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  return Number.isInteger(value) ? "integer" : typeof value;
}

function typeProblem(type: unknown, value: unknown): string | undefined {
  const allowed = typeof type === "string" ? [type] : Array.isArray(type) ? type : undefined;
  const actual = typeOf(value);
  const fits = allowed?.some((one) => one === actual || (one === "number" && actual === "integer")) ?? true;
  return fits ? undefined : `must be a ${allowed!.join(" or ")}, not a ${actual}`;
}

function valueProblems(schema: JsonObject, value: unknown): string[] {
  const problems: string[] = [];
  const { enum: choices, const: only, minimum, maximum, minLength, maxLength, pattern } = schema;
  if (Array.isArray(choices) && !choices.some((choice) => same(choice, value))) {
    problems.push(`must be one of ${JSON.stringify(choices)}`);
  }
  if (only !== undefined && !same(only, value)) {
    problems.push(`must be ${JSON.stringify(only)}`);
  }
  if (typeof value === "number") {
    if (typeof minimum === "number" && value < minimum) problems.push(`must be at least ${minimum}`);
    if (typeof maximum === "number" && value > maximum) problems.push(`must be at most ${maximum}`);
  }
  if (typeof value === "string") {
    if (typeof minLength === "number" && value.length < minLength) problems.push(`must have ${minLength} characters`);
    if (typeof maxLength === "number" && value.length > maxLength) problems.push(`has more than ${maxLength} characters`);
    if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value)) problems.push(`must match ${pattern}`);
  }
  return problems;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function memberViolations(schema: JsonObject, value: JsonObject, path: string): Violation[] {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const missing = required
    .filter((name) => !(String(name) in value))
    .map((name) => ({ path, problem: `must have the member "${name}"` }));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const own = properties[name];
    if (own !== undefined) {
      return violationsOf(own, member, `${path}/${name}`);
    }
    return schema["additionalProperties"] === false
      ? [{ path, problem: `must not have the member "${name}"` }]
      : violationsOf(schema["additionalProperties"], member, `${path}/${name}`);
  });
  return [...missing, ...members];
}

function combined(schema: JsonObject, value: unknown, path: string): Violation[] {
  const all = Array.isArray(schema["allOf"]) ? schema["allOf"].flatMap((one) => violationsOf(one, value, path)) : [];
  const anyOf = schema["anyOf"] ?? schema["oneOf"];
  const fits = !Array.isArray(anyOf) || anyOf.some((one) => violationsOf(one, value, path).length === 0);
  return fits ? all : [...all, { path, problem: "matches none of the alternatives" }];
}
