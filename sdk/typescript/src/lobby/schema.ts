import { CallRefused, type Violation } from "../errors.js";
import { isObject } from "../json.js";
import type { FromSchema, JsonSchema } from "./json-schema.js";

/** A schema of any library that follows the Standard Schema specification. */
export interface StandardSchema<In = unknown, Out = In> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Out> | Promise<StandardResult<Out>>;
    readonly types?: { readonly input: In; readonly output: Out } | undefined;
  };
}

type StandardResult<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A schema: of a Standard Schema library, or plain JSON Schema. */
export type AnySchema = StandardSchema | JsonSchema;

/** Value before the schema has read it: what a caller passes. */
export type InputOf<S> = S extends StandardSchema<infer In, unknown> ? In : FromSchema<S>;

/** Value after the schema has read it: what a handler gets. */
export type OutputOf<S> = S extends StandardSchema<never, infer Out>
  ? Out
  : S extends StandardSchema<unknown, infer Out>
    ? Out
    : FromSchema<S>;

export function isStandardSchema(schema: AnySchema): schema is StandardSchema {
  return "~standard" in schema;
}

/** Returns the JSON Schema that the lobby enforces. */
export function toJsonSchema(schema: AnySchema, side: "input" | "output"): JsonSchema {
  if (!isStandardSchema(schema)) {
    return schema;
  }
  const json = derived(schema, side);
  if (!isObject(json)) {
    throw new TypeError(
      `cannot derive a JSON Schema from a ${schema["~standard"].vendor} schema;` +
        ` pass it beside the schema as ${side}Schema`,
    );
  }
  return json;
}

/** Tries the Standard JSON Schema interface first, then the methods of known libraries. */
function derived(schema: StandardSchema, side: "input" | "output"): unknown {
  const standard = schema["~standard"] as unknown as {
    jsonSchema?: Record<string, (options: object) => unknown>;
  };
  const convert = standard.jsonSchema?.[side];
  if (convert !== undefined) {
    return convert({ target: "draft-2020-12" });
  }
  const own = schema as unknown as Record<string, unknown>;
  for (const method of ["toJSONSchema", "toJsonSchema"]) {
    if (typeof own[method] === "function") {
      return (own[method] as (options: object) => unknown).call(own, { io: side });
    }
  }
  return undefined;
}

/** Reads a value with its schema; throws `CallRefused` with the violations. */
export async function readWith<S extends AnySchema>(
  schema: S | undefined,
  value: unknown,
  code: "invalid_input" | "invalid_output",
  capability: string,
): Promise<OutputOf<S>> {
  if (schema === undefined || !isStandardSchema(schema)) {
    return value as OutputOf<S>; // the lobby enforces the JSON Schema
  }
  const result = await schema["~standard"].validate(value);
  if (result.issues === undefined) {
    return result.value as OutputOf<S>;
  }
  const violations = result.issues.map(toViolation);
  const [first] = violations;
  const where = first === undefined || first.path === "" ? "" : `${first.path}: `;
  const side = code === "invalid_input" ? "input" : "output";
  const text = `Invalid ${side} for capability '${capability}': ${where}${first?.problem ?? "is invalid"}`;
  throw new CallRefused(text, code, false, violations);
}

function toViolation({ message, path = [] }: StandardIssue): Violation {
  const keys = path.map((step) => (typeof step === "object" ? step.key : step));
  const pointer = keys.map((key) => `/${String(key).replace(/~/g, "~0").replace(/\//g, "~1")}`);
  return { path: pointer.join(""), problem: message };
}
