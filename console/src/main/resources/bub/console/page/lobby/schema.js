/*
 * Reads a JSON Schema (2020-12) as far as a form can show it. Schemas are untrusted, so all work is
 * bounded.
 */

/** Limits of a form; content beyond them is edited as JSON. */
export const LIMITS = {depth: 6, fields: 250, members: 60, choices: 200, variants: 40, items: 50};
const STEPS = 100;

/** A schema that a form cannot show; the message says why. */
class Puzzle extends Error {}

const isObject = (it) => it !== null && typeof it === 'object' && !Array.isArray(it);
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function find(pointer, root) {
  if (!pointer.startsWith('#')) throw new Puzzle(`${pointer} is in another document`);
  let found = root;
  for (const step of decodeURIComponent(pointer.slice(1)).split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) throw new Puzzle(`${pointer} does not exist`);
    found = found[name];
  }
  if (found === root && pointer !== '#') throw new Puzzle(`${pointer} is an anchor, which forms do not support`);
  return found;
}

function merge(a, b) {
  const both = {...a, ...b};
  if (a.properties && b.properties) both.properties = {...a.properties, ...b.properties};
  if (a.required && b.required) both.required = [...a.required, ...b.required];
  return both;
}

/** Resolves $ref and allOf. `fuel` ends a schema that refers to itself. */
function flat(given, root, fuel) {
  if (fuel.left-- === 0) throw new Puzzle('it contains an endless reference to itself');
  if (given === true || given === undefined) return {};
  if (!isObject(given)) throw new Puzzle(given === false ? 'it allows no value' : 'it is not a schema');
  const {$ref, allOf, ...own} = given;
  let result = typeof $ref === 'string' ? merge(flat(find($ref, root), root, fuel), own) : own;
  for (const part of Array.isArray(allOf) ? allOf : []) result = merge(result, flat(part, root, fuel));
  return result;
}

function guess(schema) {
  const has = (...names) => names.some((name) => name in schema);
  if (has('properties', 'required', 'additionalProperties')) return 'object';
  if (has('items', 'prefixItems', 'minItems')) return 'array';
  if (has('pattern', 'format', 'minLength', 'maxLength')) return 'string';
  return has('minimum', 'maximum', 'multipleOf') ? 'number' : 'any';
}

const known = new WeakMap();

/**
 * Returns the form of a schema: `{kind, schema, nullable}`, where `kind` is `text`, `number`,
 * `boolean`, `choice` (`options`), `choices` (`options`), `list` (`items`), `group` (`members`,
 * `hidden`, `needs`), `variants` (`variants`) or `json` (with `trouble` for a faulty schema).
 */
export function shape(given, root) {
  if (isObject(given) && known.has(given)) return known.get(given);
  let read;
  try {
    read = draw(flat(given, root, {left: STEPS}), root);
  } catch (puzzle) {
    read = {kind: 'json', schema: {}, nullable: false, trouble: puzzle instanceof Puzzle ? puzzle.message : 'it cannot be parsed'};
  }
  if (isObject(given)) known.set(given, read);
  return read;
}

function draw(schema, root) {
  const listed = [schema.type ?? []].flat();
  const types = listed.filter((type) => type !== 'null');
  const nullable = listed.includes('null') && types.length > 0;
  const variants = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(variants) && !variants.every(isMereRule)) return drawVariants(schema, variants, nullable, root);
  if ('const' in schema) return {kind: 'choice', schema, nullable, options: [option(schema.const)]};
  if (Array.isArray(schema.enum)) return drawEnum(schema, nullable);
  if (types.length > 1) {
    return {kind: 'variants', schema, nullable, variants: types.map((type) => ({name: String(type), schema: {...schema, type}}))};
  }
  const type = types[0] ?? (listed.length ? 'null' : guess(schema));
  return {schema, nullable, ...drawType(type, schema, root)};
}

// A rule such as "either a or b is required" changes nothing in the form; the lobby checks it.
function isMereRule(variant) {
  return isObject(variant) && Object.keys(variant).every((word) => word === 'required' || word === 'not');
}

function drawVariants({oneOf, anyOf, ...base}, all, nullable, root) {
  const isNull = (one) => isObject(one) && (one.type === 'null' || one.const === null);
  const some = all.filter((one) => !isNull(one));
  const mayBeNull = nullable || some.length < all.length;
  if (some.length === 1) return {...draw(merge(base, flat(some[0], root, {left: STEPS})), root), nullable: mayBeNull};
  if (some.length && some.every((one) => isObject(one) && 'const' in one)) {
    return {kind: 'choice', schema: base, nullable: mayBeNull, options: some.slice(0, LIMITS.choices).map((one) => option(one.const, one.title))};
  }
  const variants = some.slice(0, LIMITS.variants).map((one, at) => {
    const schema = merge(base, flat(one, root, {left: STEPS}));
    return {name: variantName(schema, one, at), schema};
  });
  return {kind: 'variants', schema: base, nullable: mayBeNull, variants};
}

function variantName(schema, given, at) {
  const tag = Object.values(isObject(schema.properties) ? schema.properties : {}).find((one) => isObject(one) && 'const' in one);
  return String(schema.title ?? tag?.const ?? /[^/]+$/.exec(given.$ref ?? '')?.[0] ?? schema.type ?? `variant ${at + 1}`);
}

function drawEnum(schema, nullable) {
  const values = schema.enum.filter((one) => one !== null);
  const mayBeNull = nullable || values.length < schema.enum.length;
  if (values.length <= LIMITS.choices) return {kind: 'choice', schema, nullable: mayBeNull, options: values.map((one) => option(one))};
  const kind = values.every((one) => typeof one === 'string') ? 'text' : 'json';
  return {kind, schema, nullable: mayBeNull, hint: `One of ${values.length.toLocaleString('en')} values.`};
}

function option(value, name) {
  return {value, name: String(name ?? (typeof value === 'string' ? value : JSON.stringify(value)))};
}

function drawType(type, schema, root) {
  switch (type) {
    case 'string': return {kind: 'text'};
    case 'integer': case 'number': return {kind: 'number'};
    case 'boolean': return {kind: 'boolean'};
    case 'null': return {kind: 'choice', options: [option(null)]};
    case 'array': return drawArray(schema, root);
    case 'object': return drawObject(schema);
    default: return {kind: 'json'};
  }
}

function drawArray(schema, root) {
  if (schema.prefixItems || !isObject(schema.items)) return {kind: 'json'};
  const {enum: values} = flat(schema.items, root, {left: STEPS});
  return Array.isArray(values) && values.length <= LIMITS.items
    ? {kind: 'choices', options: values.map((one) => option(one))}
    : {kind: 'list', items: schema.items};
}

function drawObject(schema) {
  const all = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  if (!schema.properties && schema.additionalProperties !== false) return {kind: 'json'};
  const needs = new Set(Array.isArray(schema.required) ? schema.required : []);
  // When not all members fit, required ones come first.
  const order = all.length > LIMITS.members ? all.toSorted(([a], [b]) => needs.has(b) - needs.has(a)) : all;
  return {kind: 'group', needs, members: order.slice(0, LIMITS.members), hidden: Math.max(0, all.length - LIMITS.members)};
}

/**
 * Returns the initial value: required members and defaults; undefined where the user must decide.
 */
export function initial(given, root, fuel = {left: LIMITS.fields}, depth = LIMITS.depth) {
  const {kind, schema, options, variants, members, needs} = shape(given, root);
  if (schema.default !== undefined) return schema.default;
  if (depth === 0 || fuel.left-- <= 0) return undefined;
  switch (kind) {
    case 'boolean': return false;
    case 'choice': return options.length === 1 ? options[0].value : undefined;
    case 'choices': case 'list': return [];
    case 'variants': return variants.length ? initial(variants[0].schema, root, fuel, depth - 1) : undefined;
    case 'group': return Object.fromEntries(members
        .map(([name, one]) => [name, needs.has(name) ? initial(one, root, fuel, depth - 1) : shape(one, root).schema.default])
        .filter(([, value]) => value !== undefined));
    default: return undefined;
  }
}

/** Returns the JSON pointer of a member. */
export function below(path, name) {
  return `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
