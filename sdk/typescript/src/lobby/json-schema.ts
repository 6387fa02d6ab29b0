/** A JSON Schema 2020-12. */
export type JsonSchema = { readonly [name: string]: unknown };

/** Type of the values that a JSON Schema literal describes, for the common keywords. */
export type FromSchema<S> = S extends { const: infer C }
  ? C
  : S extends { enum: readonly (infer E)[] }
    ? E
    : S extends { type: infer T }
      ? FromType<T, S>
      : unknown;

type FromType<T, S> = T extends "string"
  ? string
  : T extends "number" | "integer"
    ? number
    : T extends "boolean"
      ? boolean
      : T extends "null"
        ? null
        : T extends "array"
          ? S extends { items: infer I }
            ? FromSchema<I>[]
            : unknown[]
          : T extends "object"
            ? FromObject<S>
            : unknown;

type FromObject<S> = S extends { properties: infer P }
  ? Flat<
      { [K in keyof P & RequiredOf<S>]: FromSchema<P[K]> } & {
        [K in Exclude<keyof P, RequiredOf<S>>]?: FromSchema<P[K]>;
      }
    >
  : { [name: string]: unknown };

type RequiredOf<S> = S extends { required: readonly (infer R)[] } ? R : never;
type Flat<T> = { [K in keyof T]: T[K] };
