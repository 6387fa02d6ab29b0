/*
 * A form for a JSON Schema. It is controlled: `value` goes in, and `change` reports the new value.
 */
import {LitElement, css, html} from 'lit';
import {look} from '../core/look.js';
import {field} from './fields.js';
import {LIMITS} from './schema.js';

class BubSchemaForm extends LitElement {
  static properties = {
    schema: {attribute: false},
    value: {attribute: false},
    /** Problems of the value: path → words. */
    problems: {attribute: false},
  };

  static styles = [look, css`
    fieldset { border: 1px solid var(--line); border-radius: var(--radius); padding: .6rem .8rem .8rem; margin: 0; min-width: 0; }
    legend { padding: 0 .35rem; font-size: var(--small); }
    .fields, .field { display: grid; gap: .25rem; min-width: 0; }
    .fields { gap: .9rem; }
    label, legend { color: var(--ink); font-weight: 550; overflow-wrap: anywhere; }
    .also { font-weight: 400; color: var(--quiet); }
    .head { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .6rem; }
    .head .null { margin-inline-start: auto; font-weight: 400; color: var(--quiet); display: flex; gap: .3rem; align-items: center; }
    .must { font-size: var(--tiny); font-weight: 400; color: var(--quiet); }
    .help { font-size: var(--small); color: var(--quiet); overflow-wrap: anywhere; white-space: pre-line; max-height: 6lh; overflow: auto; }
    .wrong { font-size: var(--small); color: var(--bad); overflow-wrap: anywhere; }
    input:not([type="checkbox"]), select, textarea { width: 100%; }
    textarea { resize: vertical; min-height: 5.5rem; }
    textarea.mono { min-height: 4.5rem; }
    [aria-invalid="true"] { border-color: var(--bad); }
    .check { display: flex; align-items: center; gap: .5rem; min-height: 2.25rem; font-weight: 550; }
    .check input { width: 1.15rem; height: 1.15rem; flex: none; }
    .checks { display: flex; flex-wrap: wrap; gap: 0 1.1rem; }
    .checks .check { font-weight: 400; }
    .item { display: flex; gap: .5rem; align-items: start; }
    .item > .fields, .item > .field, .item > fieldset { flex: 1; min-width: 0; }
    .item > .remove { flex: none; padding: .3rem .5rem; }
    @media (max-width: 720px) { input, select, button { min-height: 2.5rem; } .check { min-height: 2.5rem; } }
  `];

  #drafts = new Map();
  #chosen = new Map();
  #ids = new Map();

  render() {
    const budget = {left: LIMITS.fields};
    return html`<div class="fields">${field(this, budget, {path: '', given: this.schema, value: this.value, required: true, depth: 0})}</div>`;
  }

  /** Returns an element id for a path, because paths may contain blanks. */
  idOf(path) {
    if (!this.#ids.has(path)) this.#ids.set(path, `field${this.#ids.size}`);
    return this.#ids.get(path);
  }

  problem(path) {
    return this.#drafts.get(path)?.problem ?? this.problems?.get(path);
  }

  /** Paths of fields whose text is not a value yet. */
  get unfinished() {
    return [...this.#drafts].filter(([, draft]) => draft.problem).map(([path]) => path);
  }

  /** Sets a value; `undefined` removes the member. */
  set(path, value) {
    this.#drafts.delete(path);
    const steps = path.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    this.dispatchEvent(new CustomEvent('change', {detail: {path, value: replaced(this.value, steps, value)}}));
  }

  /** Removes an element of a list, and drafts in the others, which would move to a neighbour. */
  takeOut(path, list, at) {
    for (const kept of [this.#drafts, this.#chosen]) {
      for (const inside of [...kept.keys()]) if (inside.startsWith(`${path}/`)) kept.delete(inside);
    }
    this.set(path, list.toSpliced(at, 1));
  }

  draft(path) {
    return this.#drafts.get(path)?.text;
  }

  /** Keeps a typed text that is not a value yet; `problem` says why. */
  keepDraft(path, text, problem) {
    this.#drafts.set(path, {text, problem});
    this.requestUpdate();
  }

  variant(path) {
    return this.#chosen.get(path);
  }

  /** Removes a value and its chosen variant. */
  forget(path) {
    this.#chosen.delete(path);
    this.set(path, undefined);
  }

  choose(path, at, value) {
    this.#chosen.set(path, at);
    this.set(path, value);
    this.requestUpdate();
  }

  /** Focuses the field of a path, or the nearest enclosing one. */
  focusOn(path) {
    for (let place = path; ; place = place.slice(0, place.lastIndexOf('/'))) {
      const element = this.#ids.has(place) && this.renderRoot.getElementById(this.#ids.get(place));
      if (element) {
        element.focus();
        return;
      }
      if (!place) return;
    }
  }
}

// A computed name creates an own member even for "__proto__".
function replaced(whole, [step, ...rest], value) {
  if (step === undefined) return value;
  const inner = replaced(whole?.[step], rest, value);
  if (Array.isArray(whole)) return whole.with(Number(step), inner);
  const changed = {...whole, [step]: inner};
  if (inner === undefined) delete changed[step];
  return changed;
}

customElements.define('bub-schema-form', BubSchemaForm);
