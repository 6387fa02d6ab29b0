/* JSON as a collapsible tree. Closed nodes are not rendered, so the value may be large. */
import {LitElement, css, html, nothing} from 'lit';
import './bub-copy.js';
import {look} from './look.js';
import {bytes, count, visible} from './text.js';

const CHILDREN = 100;
const CHARACTERS = 2000;
const OPEN_DEPTH = 2;
const OPEN_CHILDREN = 30;

/** One value and, when it is open, its children. */
class BubJsonNode extends LitElement {
  static properties = {
    name: {attribute: false},
    value: {attribute: false},
    depth: {attribute: false},
    open: {state: true},
    shown: {state: true},
  };

  static styles = [look, css`
    :host { font: .8125rem/1.6 var(--mono); }
    .in { padding-inline-start: 1.1rem; border-inline-start: 1px solid var(--line); margin-inline-start: .35rem; }
    .line { overflow-wrap: anywhere; white-space: pre-wrap; }
    .leaf { padding-inline-start: 1rem; }
    button { font: inherit; min-height: 1.5rem; padding: 0 .25rem; border: 0; background: none; text-align: start; white-space: normal; justify-content: start; gap: .3rem; overflow-wrap: anywhere; }
    button::before { content: "▸"; color: var(--quiet); width: .6rem; }
    button[aria-expanded=true]::before { content: "▾"; }
    button.more { color: var(--accent); }
    button.more::before { content: none; }
    .key { color: var(--quiet); }
    .string { color: var(--good); }
    .other { color: var(--accent); }
  `];

  willUpdate(changes) {
    if (!changes.has('value')) return;
    this.open = this.depth < OPEN_DEPTH && this.#size <= (this.depth ? OPEN_CHILDREN : CHILDREN);
    this.shown = typeof this.value === 'string' ? CHARACTERS : CHILDREN;
  }

  get #size() {
    const isLeaf = !this.value || typeof this.value !== 'object' || JSON.isRawJSON?.(this.value);
    return isLeaf ? 0 : Object.keys(this.value).length;
  }

  render() {
    const name = this.name === undefined ? nothing : html`<span class="key">${visible(this.name)}: </span>`;
    return this.#size ? this.#branch(name) : html`<div class="line leaf">${name}${this.#leaf()}</div>`;
  }

  #leaf() {
    const {value} = this;
    if (typeof value !== 'string') return html`<span class="other">${JSON.stringify(value)}</span>`;
    const rest = value.length - this.shown;
    return html`<span class="string">"${visible(rest > 0 ? value.slice(0, this.shown) : value)}${rest > 0 ? '…' : '"'}</span>${rest > 0
      ? html` <button class="more" @click=${() => { this.shown += 50_000; }}>Show more (${count(rest)} characters left)</button>` : nothing}`;
  }

  #branch(name) {
    const isList = Array.isArray(this.value);
    const gist = isList ? `[${count(this.#size)}]` : `{${count(this.#size)}}`;
    return html`
      <button aria-expanded=${this.open} @click=${() => { this.open = !this.open; }}><span>${name}<span class="quiet">${gist}</span></span></button>
      ${this.open ? html`<div class="in">
        ${Object.entries(this.value).slice(0, this.shown).map(([key, value]) => html`
          <bub-json-node .name=${key} .value=${value} .depth=${this.depth + 1}></bub-json-node>`)}
        ${this.#size > this.shown ? html`<button class="more" @click=${() => { this.shown += CHILDREN; }}>
          Show more (${count(this.#size - this.shown)} left)</button>` : nothing}
      </div>` : nothing}`;
  }
}

customElements.define('bub-json-node', BubJsonNode);

/** The tree with its size and a copy button. */
class BubJson extends LitElement {
  static properties = {
    value: {attribute: false},
    label: {},
    size: {attribute: false},
  };

  static styles = [look, css`
    .row { min-height: 2rem; }
    .tree { padding: .4rem .5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); overflow: hidden; }
  `];

  render() {
    return html`
      <div class="row"><h3 class="grow">${this.label}${this.size ? ` · ${bytes(this.size)}` : ''}</h3>
        <bub-copy label="Copy ${this.label}" .text=${() => JSON.stringify(this.value, null, 2)}></bub-copy></div>
      <div class="tree"><bub-json-node .value=${this.value} .depth=${0}></bub-json-node></div>`;
  }
}

customElements.define('bub-json', BubJson);
