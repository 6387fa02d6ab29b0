/* Draws one field of a form, for any kind of schema. */
import {html, nothing} from 'lit';
import {icons} from '../core/icons.js';
import {parseJson, pretty} from '../core/json.js';
import {visible} from '../core/text.js';
import {choiceInput, notes, numberInput, textInput} from './inputs.js';
import {LIMITS, below, initial, same, shape} from './schema.js';

/**
 * `form` keeps the typed text, `budget` limits an endless form, and `at` describes the field:
 * `{path, name, given, value, required, depth}`.
 */
export function field(form, budget, at) {
  const drawn = shape(at.given, form.schema);
  const one = {...at, ...drawn, id: form.idOf(at.path)};
  if (budget.left-- <= 0 || at.depth > LIMITS.depth) return jsonField(form, {...one, hint: 'Too deep for the form. Enter JSON.'});
  switch (one.kind) {
    case 'text': return labelled(form, one, textInput(form, one));
    case 'number': return labelled(form, one, numberInput(form, one));
    case 'choice': return labelled(form, one, choiceInput(form, one));
    case 'boolean': return booleanField(form, one);
    case 'choices': return choicesField(form, one);
    case 'list': return listField(form, budget, one);
    case 'group': return groupField(form, budget, one);
    case 'variants': return variantsField(form, budget, one);
    default: return jsonField(form, one);
  }
}

// ---- frame of a field

function title({name, schema}) {
  if (name === undefined) return 'Input';
  const isNews = schema.title && plain(schema.title) !== plain(name);
  return isNews ? html`${visible(name)} <span class="also">${visible(schema.title)}</span>` : visible(name);
}

const plain = (text) => String(text).toLowerCase().replaceAll(/[\s_-]/g, '');

const must = ({required, path}) => (required && path ? html`<span class="must">required</span>` : nothing);

function footnotes(form, {path, id, schema, hint}) {
  const help = [schema.description, hint].filter(Boolean).join('\n');
  const problem = form.problem(path);
  return html`
    ${help ? html`<p class="help" id=${`${id}-help`}>${visible(help)}</p>` : nothing}
    ${problem ? html`<p class="wrong" id=${`${id}-wrong`}>${visible(problem)}</p>` : nothing}`;
}

function nullBox(form, one) {
  if (!one.nullable) return nothing;
  return html`<label class="null"><input type="checkbox" .checked=${one.value === null}
      @change=${(event) => form.set(one.path, event.target.checked ? null : undefined)}>null</label>`;
}

function labelled(form, one, input) {
  return html`<div class="field">
    <div class="head"><label for=${one.id}>${title(one)}</label>${must(one)}${nullBox(form, one)}</div>
    ${input}${footnotes(form, one)}</div>`;
}

function framed(form, one, content) {
  return html`<fieldset id=${one.id} tabindex="-1" aria-describedby=${notes(form, one)}>
    <legend>${title(one)} ${must(one)}</legend>
    <div class="fields">${footnotes(form, one)}${content}</div></fieldset>`;
}

// ---- simple values

function booleanField(form, one) {
  return html`<div class="field">
    <div class="head"><label class="check"><input type="checkbox" id=${one.id} .checked=${one.value === true}
        .indeterminate=${one.value === null} aria-describedby=${notes(form, one)}
        @change=${({target}) => form.set(one.path, target.checked)}>${title(one)}</label>${nullBox(form, one)}</div>
    ${footnotes(form, one)}</div>`;
}

function jsonField(form, one) {
  const hint = one.trouble ? `The form does not support this schema (${one.trouble}). Enter the value as JSON.` : one.hint ?? 'Any JSON value.';
  const known = {...one, hint};
  const take = ({target: {value: text}}) => {
    if (!text.trim()) {
      form.set(one.path, one.path ? undefined : {});
      return;
    }
    const {value, problem} = parseJson(text);
    if (!problem) form.set(one.path, value);
    form.keepDraft(one.path, text, problem);
  };
  return labelled(form, known, html`<textarea class="mono" id=${one.id} spellcheck="false" rows="3" aria-required=${one.required}
      aria-invalid=${Boolean(form.problem(one.path))} aria-describedby=${notes(form, known)} @input=${take}
      .value=${form.draft(one.path) ?? (one.value === undefined ? '' : pretty(one.value))}></textarea>`);
}

// ---- composite values

function choicesField(form, one) {
  const list = Array.isArray(one.value) ? one.value : [];
  const toggle = (value, on) => form.set(one.path, on ? [...list, value] : list.filter((other) => !same(other, value)));
  return framed(form, one, html`<div class="checks">${one.options.map(({value, name}) => html`
    <label class="check"><input type="checkbox" .checked=${list.some((other) => same(other, value))}
        @change=${({target}) => toggle(value, target.checked)}>${visible(name)}</label>`)}</div>`);
}

function listField(form, budget, one) {
  const list = Array.isArray(one.value) ? one.value : [];
  const add = () => form.set(one.path, [...list, initial(one.items, form.schema) ?? null]);
  const isFull = list.length >= Math.min(one.schema.maxItems ?? LIMITS.items, LIMITS.items);
  return framed(form, one, html`
    ${list.slice(0, LIMITS.items).map((value, at) => html`<div class="item">
      ${field(form, budget, {path: below(one.path, at), name: `${at + 1}`, given: one.items, value: value ?? undefined, required: false, isItem: true, depth: one.depth + 1})}
      <button class="plain remove" type="button" aria-label=${`Remove ${at + 1} of ${visible(one.name ?? 'the list')}`}
          @click=${() => form.takeOut(one.path, list, at)}>${icons.close}</button></div>`)}
    ${list.length > LIMITS.items ? html`<p class="small quiet">${list.length - LIMITS.items} more. Switch to JSON to edit them.</p>` : nothing}
    <div><button type="button" ?disabled=${isFull} @click=${add}>${icons.plus} Add to ${visible(one.name ?? 'the list')}</button></div>`);
}

function groupField(form, budget, one) {
  const {path, value} = one;
  if (path && (value === undefined || value === null)) {
    return framed(form, one, html`<div class="row wrap"><button type="button" @click=${() => form.set(path, initial(one.given, form.schema) ?? {})}>
      ${icons.plus} Add ${visible(one.name)}</button>${nullBox(form, one)}</div>`);
  }
  const fields = one.members.map(([name, given]) => (budget.left > 0 ? field(form, budget, {
    path: below(path, name), name, given, value: own(value, name), required: one.needs.has(name), depth: one.depth + 1,
  }) : nothing));
  const rest = one.hidden ? html`<p class="small quiet">${one.hidden.toLocaleString('en')} more members. Switch to JSON to edit them.</p>` : nothing;
  if (!path) return html`${one.members.length ? fields : html`<p class="quiet">This capability needs no input.</p>`}${rest}`;
  return framed(form, one, html`${fields}${rest}
    ${one.required ? nothing : html`<div><button class="plain small" type="button" @click=${() => form.set(path, undefined)}>Remove ${visible(one.name)}</button></div>`}`);
}

function own(value, name) {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, name) ? value[name] : undefined;
}

function variantsField(form, budget, one) {
  const {variants, path, value} = one;
  const mayBeLeftOut = path && !one.required && !one.isItem;
  const isLeftOut = mayBeLeftOut && value === undefined && form.variant(path) === undefined;
  const chosen = form.variant(path) ?? Math.max(0, variants.findIndex(({schema}) => looksLike(value, schema, form.schema)));
  const choose = ({target}) => form.choose(path, Number(target.value), initial(variants[Number(target.value)].schema, form.schema) ?? (path ? undefined : {}));
  const inner = {...one, given: variants[chosen].schema, depth: one.depth + 1, name: variants[chosen].name};
  const take = (event) => (event.target.value ? choose(event) : form.forget(path));
  return framed(form, one, html`
    <div class="field"><label for=${`${one.id}-kind`}>Kind</label>
      <select id=${`${one.id}-kind`} @change=${take}>
        ${mayBeLeftOut ? html`<option value="" ?selected=${isLeftOut}>not set</option>` : nothing}
        ${variants.map(({name}, at) => html`<option value=${at} ?selected=${!isLeftOut && at === chosen}>${visible(name)}</option>`)}</select></div>
    ${nullBox(form, one)}
    ${value === null || isLeftOut ? nothing : variantBody(form, budget, inner)}`);
}

// The members of a chosen variant need no frame of their own.
function variantBody(form, budget, inner) {
  const drawn = shape(inner.given, form.schema);
  if (drawn.kind !== 'group') return field(form, budget, {...inner, required: true});
  const value = inner.value ?? {};
  return drawn.members.map(([name, given]) => field(form, budget, {
    path: below(inner.path, name), name, given, value: own(value, name), required: drawn.needs.has(name), depth: inner.depth,
  }));
}

function looksLike(value, schema, root) {
  const {kind, members, options} = shape(schema, root);
  switch (kind) {
    case 'text': return typeof value === 'string';
    case 'number': return typeof value === 'number';
    case 'boolean': return typeof value === 'boolean';
    case 'choice': return options.some((option) => same(option.value, value));
    case 'list': case 'choices': return Array.isArray(value);
    case 'group': return value !== null && typeof value === 'object' && !Array.isArray(value) && members.every(([name, given]) => {
      const fixed = given?.const;
      return fixed === undefined || same(fixed, value[name]);
    });
    default: return false;
  }
}
