/* Inputs for texts, numbers and choices. */
import {html, nothing} from 'lit';
import {visible} from '../core/text.js';
import {same} from './schema.js';

const LONG = 200;
const TYPES = {date: 'date', 'date-time': 'datetime-local', email: 'email', uri: 'url'};

/** Returns the ids of the texts that describe a field; `nothing` when there are none. */
export function notes(form, {path, id, schema, hint}) {
  const ids = [schema.description || hint ? `${id}-help` : '', form.problem(path) ? `${id}-wrong` : ''].filter(Boolean);
  return ids.length ? ids.join(' ') : nothing;
}

export function textInput(form, one) {
  const {schema, path, value, id} = one;
  const time = schema.format === 'date-time';
  const shown = typeof value !== 'string' ? '' : time ? toLocal(value) : value;
  const take = ({target}) => form.set(path, target.value === '' ? undefined : time ? toInstant(target.value) : target.value);
  const example = Array.isArray(schema.examples) && typeof schema.examples[0] === 'string' ? `for example ${schema.examples[0]}` : nothing;
  if (schema.maxLength > LONG) {
    return html`<textarea id=${id} rows="4" .value=${shown} @input=${take} ?disabled=${value === null} maxlength=${schema.maxLength}
        aria-required=${one.required} aria-invalid=${Boolean(form.problem(path))} aria-describedby=${notes(form, one)}
        placeholder=${example}></textarea>`;
  }
  return html`<input id=${id} type=${TYPES[schema.format] ?? 'text'} .value=${shown} @input=${take} ?disabled=${value === null}
      step=${time ? 1 : nothing} max=${time ? '9999-12-31T23:59' : nothing} maxlength=${schema.maxLength ?? nothing} autocomplete="off" aria-required=${one.required}
      aria-invalid=${Boolean(form.problem(path))} aria-describedby=${notes(form, one)} placeholder=${example}>`;
}

// The input holds a local time without a zone; the schema requires an instant.
function toInstant(local) {
  return new Date(local).toISOString();
}

function toLocal(instant) {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? '' : new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

export function numberInput(form, one) {
  const {schema, path, value} = one;
  const take = ({target}) => (target.validity.badInput
    ? form.keepDraft(path, '', 'Enter a number.')
    : form.set(path, target.value === '' ? undefined : Number(target.value)));
  const isWhole = [schema.type].flat().includes('integer');
  return html`<input type="number" id=${one.id} .value=${typeof value === 'number' ? String(value) : ''} @input=${take}
      min=${schema.minimum ?? nothing} max=${schema.maximum ?? nothing} step=${schema.multipleOf ?? (isWhole ? 1 : 'any')}
      ?disabled=${value === null} aria-required=${one.required} aria-invalid=${Boolean(form.problem(path))}
      aria-describedby=${notes(form, one)} placeholder=${range(schema)}>`;
}

function range({minimum, maximum}) {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? nothing : `at most ${maximum}`;
}

export function choiceInput(form, one) {
  const {options, path, value} = one;
  const chosen = value === undefined ? -1 : options.findIndex((option) => same(option.value, value));
  return html`<select id=${one.id} ?disabled=${one.nullable && value === null} aria-required=${one.required}
      aria-invalid=${Boolean(form.problem(path))} aria-describedby=${notes(form, one)}
      @change=${({target}) => form.set(path, target.value === '' ? undefined : options[Number(target.value)].value)}>
    <option value="" ?selected=${chosen < 0}>${one.required ? 'Choose …' : 'not set'}</option>
    ${options.map((option, at) => html`<option value=${at} ?selected=${at === chosen}>${visible(option.name)}</option>`)}
  </select>`;
}
