import { isObject, type JsonObject } from "../json.js";
import type { JsonSchema } from "./json-schema.js";
import { toJsonSchema, type AnySchema } from "./schema.js";

/** A capability with its contract: what goes in, what comes out, and who may call. */
export interface Contract<In extends AnySchema = AnySchema, Out extends AnySchema = AnySchema> {
  name: string;
  description?: string;
  input?: In;
  output?: Out;
  /** JSON Schemas for libraries that cannot derive them. */
  inputSchema?: JsonSchema;
  outputSchema?: JsonSchema;
  keywords?: string[];
  /** Permitted callers; everyone when absent. */
  authorizedRequesterIds?: string[];
  /** Semantic version, such as `2.1.0`. */
  version?: string;
  /** Maximum time that a caller waits, 1 to 3,600. */
  timeoutSeconds?: number;
}

/** Declares a contract that a provider and its callers share. */
export function contract<const In extends AnySchema = JsonSchema, const Out extends AnySchema = JsonSchema>(
  declared: Contract<In, Out>,
): Contract<In, Out> {
  return declared;
}

/** The capability as `lobby_register` takes it. */
export function toWire(declared: Contract): JsonObject {
  const input = declared.inputSchema ?? (declared.input === undefined ? {} : toJsonSchema(declared.input, "input"));
  const output = declared.outputSchema ?? (declared.output === undefined ? {} : toJsonSchema(declared.output, "output"));
  return {
    name: declared.name,
    description: declared.description ?? "",
    input_schema: input,
    output_schema: output,
    ...(declared.keywords === undefined ? {} : { keywords: declared.keywords }),
    ...(declared.authorizedRequesterIds === undefined
      ? {}
      : { authorized_requester_ids: declared.authorizedRequesterIds }),
    ...(declared.version === undefined ? {} : { version: declared.version }),
    ...(declared.timeoutSeconds === undefined ? {} : { timeout_seconds: declared.timeoutSeconds }),
  };
}

/** Name and, if there is a version, its compatible range. */
export function referenceOf({ name, version }: Contract): string {
  return version === undefined ? name : `${name}@^${version}`;
}

const BESIDE_INPUT = ["agent_id", "capability_name", "auth_token"];
const BESIDE_OUTPUT = ["status"];

/** The lobby adds members next to the input and the output; theirs must not collide. */
export function checkMembers(value: unknown, side: "input" | "output"): JsonObject {
  if (!isObject(value)) {
    throw new TypeError(`the ${side} of a capability must be an object`);
  }
  for (const name of side === "input" ? BESIDE_INPUT : BESIDE_OUTPUT) {
    if (name in value) {
      throw new TypeError(`${name}: this name is reserved for the lobby`);
    }
  }
  return value;
}
