/* Search form: one line of fields, and the active criteria as removable chips. */
import {LitElement, css, html, nothing} from 'lit';
import {now} from '../core/clock.js';
import {look} from '../core/look.js';
import {clockTime, day, visible} from '../core/text.js';
import {STATUSES, statusWords} from './filter.js';

const PAUSE_MS = 300;
const QUICK = {'5 min': 300_000, hour: 3_600_000, day: 86_400_000};
const WORDS = {from: 'from', to: 'to', type: 'type', status: 'is', text: 'contains', since: 'since', until: 'until'};

/** Sends `search` (detail: the new filter). */
class BubSearch extends LitElement {
  static properties = {
    filter: {attribute: false},
    more: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; gap: .5rem; }
    .fields { display: grid; grid-template-columns: minmax(10rem, 2fr) repeat(3, minmax(6rem, 1fr)) 8.5rem auto; gap: .5rem; }
    .times { flex-wrap: wrap; }
    .times label { display: flex; align-items: center; gap: .4rem; }
    input, select { width: 100%; }
    .chips { display: flex; flex-wrap: wrap; gap: .4rem; }
    .chip { min-height: 1.75rem; padding: 0 .6rem; border-radius: 99px; border-color: transparent; background: var(--accent-wash); color: var(--accent); font-size: var(--small); max-width: 100%; }
    .chip span { overflow: hidden; text-overflow: ellipsis; }
    .toggle { display: none; }
    @media (max-width: 1000px) {
      .fields { grid-template-columns: 1fr 1fr; }
      .fields .says { grid-column: 1 / -1; display: flex; gap: .5rem; }
      .toggle { display: inline-flex; }
      .less .also, .time { display: none; }
    }
    @media (max-width: 720px) { input, select, button:not(.chip) { min-height: 2.5rem; } .chip { min-height: 2.25rem; } }
  `];

  #timer = 0;
  /** Typed values that are not applied yet. */
  #typed = {};

  constructor() {
    super();
    this.more = false;
  }

  focus() {
    this.renderRoot.querySelector('input').select();
  }

  #set(changes) {
    clearTimeout(this.#timer);
    const all = {...this.#typed, ...changes};
    this.#typed = {};
    this.dispatchEvent(new CustomEvent('search', {detail: this.filter.with(all)}));
  }

  #type(name, event) {
    // A trailing blank may precede the next word.
    this.#typed[name] = event.target.value.trim() && event.target.value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#set({}), PAUSE_MS);
  }

  #time(name, event) {
    const time = new Date(event.target.value);
    this.#set({[name]: Number.isNaN(time.getTime()) ? '' : time.toISOString()});
  }

  #field(name, placeholder) {
    return html`<input type="search" aria-label=${placeholder} placeholder=${placeholder} spellcheck="false" autocomplete="off"
        autocapitalize="off" class="also" .value=${this.filter.values[name] ?? ''} @input=${(event) => this.#type(name, event)}>`;
  }

  render() {
    const {text = '', status = '', since, until} = this.filter.values;
    return html`
      <form role="search" class="stack ${this.more ? '' : 'less'}" @submit=${(event) => event.preventDefault()}>
        <div class="fields">
          <div class="says">
            <input type="search" aria-label="Text in the message" placeholder="Search in messages  ( / )" spellcheck="false"
                .value=${text} @input=${(event) => this.#type('text', event)}>
            <button type="button" class="toggle" aria-expanded=${this.more} @click=${() => { this.more = !this.more; }}>Filter</button>
          </div>
          ${this.#field('from', 'From')}${this.#field('to', 'To')}${this.#field('type', 'Type')}
          <select class="also" aria-label="Status" .value=${status} @change=${(event) => this.#set({status: event.target.value})}>
            <option value="">Any status</option>
            ${Object.entries(STATUSES).map(([value, words]) => html`<option value=${value} ?selected=${value === status}>${words}</option>`)}
          </select>
          <button type="button" class="time" aria-expanded=${this.more} @click=${() => { this.more = !this.more; }}>Time</button>
        </div>
        ${this.more ? html`<div class="row times">
          <span class="small quiet">Last</span>
          ${Object.entries(QUICK).map(([words, ms]) => html`<button type="button" class="small"
              @click=${() => this.#set({since: new Date(now() - ms).toISOString(), until: ''})}>${words}</button>`)}
          <label>since <input type="datetime-local" step="1" .value=${local(since)} @change=${(event) => this.#time('since', event)}></label>
          <label>until <input type="datetime-local" step="1" .value=${local(until)} @change=${(event) => this.#time('until', event)}></label>
        </div>` : nothing}
        ${this.filter.isEmpty ? nothing : html`<div class="chips" role="group" aria-label="Active filters">
          ${Object.entries(this.filter.values).map(([name, value]) => html`<button type="button" class="chip"
              aria-label="Remove: ${WORDS[name]} ${words(name, value)}" @click=${() => this.#set({[name]: ''})}>
            <span>${WORDS[name]} ${words(name, value)}</span> ×</button>`)}
          ${Object.keys(this.filter.values).length > 1 ? html`<a class="chip button" href="/messages">Remove all</a>` : nothing}
        </div>`}
      </form>`;
  }
}

function words(name, value) {
  if (name === 'status') return statusWords(visible(value));
  return name === 'since' || name === 'until' ? `${day(value)} ${clockTime(value)}` : visible(value);
}

/** Formats a time for a date-and-time input: local, without a zone. */
export function local(time) {
  if (!time) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

customElements.define('bub-search', BubSearch);
