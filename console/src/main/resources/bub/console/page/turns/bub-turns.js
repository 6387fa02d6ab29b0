/* Turn view: recent turns with a search, or one of them as a waterfall. */
import {LitElement, css, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get} from '../core/api.js';
import {icons} from '../core/icons.js';
import {Listening} from '../core/live.js';
import {Loading} from '../core/loading.js';
import {look} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {ago, clockTime, count, day, took, usd, visible} from '../core/text.js';
import './bub-turn.js';
import {PERIODS, TurnFilter} from './turn-filter.js';

const MOST = 100;
const PAUSE_MS = 300;
const REFRESH_MS = 2000;
// A search of a busy bus is slow: it runs at most a fifth of the time.
const REST = 4;
const TIMES = {'': 'any duration', 1000: 'at least 1 s', 5000: 'at least 5 s', 30_000: 'at least 30 s', 300_000: 'at least 5 min'};
const COSTS = {'': 'any cost', '0.01': 'at least $0.01', '0.1': 'at least $0.10', '1': 'at least $1', '10': 'at least $10'};

class BubTurns extends LitElement {
  static properties = {
    filter: {state: true},
    opened: {state: true},
  };

  static styles = [look, css`
    :host { height: 100%; }
    .one { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); height: 100%; }
    .back { justify-self: start; margin: .5rem .75rem 0; }
    form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
    form input[type=search] { flex: 1 1 12rem; }
    form label { display: inline-flex; align-items: center; gap: .35rem; }
    ul { list-style: none; margin: 0; padding: 0; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
    ul:empty { display: none; }
    li, .heads { display: grid; grid-template-columns: 6.5rem minmax(8rem, 1fr) minmax(8rem, 14rem) 5rem 4rem 5rem 6rem; gap: .2rem .9rem; align-items: center; padding: .5rem .9rem; }
    .heads { padding-block: 0; margin-bottom: -.6rem; font-size: var(--tiny); font-weight: 600; color: var(--quiet); }
    li { position: relative; border-top: 1px solid var(--line); font-size: var(--small); min-width: 0; }
    li:first-child { border-top: 0; }
    li:hover { background: var(--raised); }
    li a { color: var(--ink); font-weight: 600; text-decoration: none; outline-offset: -2px; }
    /* The whole row opens the turn. */
    li a::after { content: ""; position: absolute; inset: 0; }
    li > * { min-width: 0; }
    .state { text-align: end; }
    @media (max-width: 860px) {
      .heads { display: none; }
      li { grid-template-columns: minmax(0, 1fr) auto auto; padding: .7rem .9rem; grid-template-areas: "words words state" "at lasted cost"; }
      .words { grid-area: words; } .state { grid-area: state; } .at { grid-area: at; } .lasted { grid-area: lasted; } .cost { grid-area: cost; }
      .agents, .steps { display: none; }
      form input, form select { min-height: 2.5rem; flex: 1 1 9rem; }
      form input[type=checkbox] { flex: none; }
    }
  `];

  #loading = new Loading(this, () => this.#load());
  #timer = 0;
  #lastedMs = 0;
  #typing = 0;
  /** Typed values that are not applied yet. */
  #typed = {};
  // True when the turn was opened from the list.
  #wasList = false;

  constructor() {
    super();
    this.filter = TurnFilter.of(route.parameters);
    this.opened = route.parameters.get('id');
    new Routing(this, () => this.#arrived());
    new Listening(this, {messages: () => this.#refreshSoon()});
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('keydown', this.#key);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#key);
    clearTimeout(this.#timer);
    clearTimeout(this.#typing);
    this.#timer = 0;
  }

  async #load() {
    if (this.opened) return this.#loading.value;
    const began = performance.now();
    const found = await get('/api/traces', {...this.filter.query, limit: MOST});
    this.#lastedMs = performance.now() - began;
    return found;
  }

  #arrived() {
    if (route.view !== 'turns') return;
    const filter = TurnFilter.of(route.parameters);
    const was = this.opened;
    this.opened = route.parameters.get('id');
    const isOther = filter.key !== this.filter.key;
    this.filter = filter;
    if (isOther || (was && !this.opened)) this.#loading.start();
    this.#wasList = !was;
    if (was && !this.opened) {
      this.updateComplete.then(() => this.#focusList(filter.url(was)));
    }
  }

  #focusList(url) {
    const root = this.renderRoot;
    (root.querySelector(`a[href="${CSS.escape(url)}"]`) ?? root.querySelector('input')).focus();
  }

  #refreshSoon() {
    if (this.opened) return;
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      if (document.visibilityState === 'visible') this.#loading.start();
    }, Math.max(REFRESH_MS, this.#lastedMs * REST));
  }

  #set(changes) {
    clearTimeout(this.#typing);
    const all = {...this.#typed, ...changes};
    this.#typed = {};
    route.go(this.filter.with(all).url(), {replace: true});
  }

  #type(name, {target}) {
    clearTimeout(this.#typing);
    this.#typed[name] = target.value.trim();
    this.#typing = setTimeout(() => this.#set({}), PAUSE_MS);
  }

  #key = (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && this.opened) route.go(this.filter.url());
  };

  // ---- drawing

  render() {
    if (this.opened) {
      return html`<div class="one">
        <a class="button back" href=${this.filter.url()}>${icons.back} All turns</a>
        <bub-turn .turnId=${this.opened} .selected=${this.opened} .takeFocus=${this.#wasList}></bub-turn></div>`;
    }
    const {turns = [], searchedBack} = this.#loading.value ?? {};
    return html`<div class="page">
      <h1 tabindex="-1">Turns</h1>
      ${this.#tools()}
      ${this.#loading.notice()}
      ${this.#loading.value && !turns.length ? this.#nothing() : nothing}
      ${turns.length ? html`<div class="heads" aria-hidden="true"><span>Started</span><span>First words</span><span>Asked by → answered by</span>
        <span class="number">Took</span><span class="number">Steps</span><span class="number">Cost</span><span></span></div>` : nothing}
      <ul aria-label="Turns, newest first">${repeat(turns, ({traceId, messageId}) => traceId ?? messageId, (turn) => this.#row(turn))}</ul>
      ${searchedBack ? html`<p class="small quiet">The log of this period is too long to read in full. The search reached back to ${day(searchedBack)}, ${clockTime(searchedBack)}.</p>` : nothing}
    </div>`;
  }

  #tools() {
    const {text = '', agent = '', minMs = '', minCost = '', failed} = this.filter.values;
    const choice = (name, label, options, value) => html`<select aria-label=${label} @change=${({target}) => this.#set({[name]: target.value})}>
      ${Object.entries(options).map(([key, words]) => html`<option value=${key} ?selected=${key === value}>${words}</option>`)}</select>`;
    return html`<form role="search" @submit=${(event) => event.preventDefault()}>
      <input type="search" aria-label="First words of the turn" placeholder="Search in the first words" autocomplete="off" .value=${text}
          @input=${(event) => this.#type('text', event)}>
      <input type="search" aria-label="Agent" placeholder="Agent" spellcheck="false" autocomplete="off" autocapitalize="off" .value=${agent}
          @input=${(event) => this.#type('agent', event)}>
      ${choice('minMs', 'Minimum duration', TIMES, minMs)}
      ${choice('minCost', 'Minimum cost', COSTS, minCost)}
      ${choice('last', 'Period', Object.fromEntries(Object.keys(PERIODS).map((name) => [name, `last ${name}`])), this.filter.period)}
      <label><input type="checkbox" .checked=${Boolean(failed)} @change=${({target}) => this.#set({failed: target.checked ? 'true' : ''})}> Errors only</label>
    </form>`;
  }

  #nothing() {
    return this.filter.isEmpty
      ? html`<div class="empty"><h2>No turns yet</h2><p>A turn begins when somebody writes to an agent.</p><a class="button" href="/chat">Open Chat and say hello</a></div>`
      : html`<div class="empty"><h2>No turns match</h2><a class="button" href="/turns">Remove the filter</a></div>`;
  }

  #row({traceId, messageId, start, text, from, agent, running, stopped, durationMs, elapsedMs, error, totals: {steps, costUsd, errors}}) {
    const who = [from, agent].filter(Boolean).map(visible).join(' → ');
    return html`<li>
      <span class="at quiet" title=${`${day(start)}, ${clockTime(start, true)}`}>${ago(start)}</span>
      <span class="words clip"><a href=${this.filter.url(traceId ?? messageId)}>${visible(text || from || traceId || 'Turn')}</a></span>
      <span class="agents clip quiet" title=${who}>${who}</span>
      <span class="lasted number">${took(durationMs ?? elapsedMs)}</span>
      <span class="steps number quiet">${count(steps)}</span>
      <span class="cost number quiet">${costUsd === undefined ? '' : usd(costUsd)}</span>
      <span class="state" title=${error ? visible(error) : nothing}>${state(running, stopped, errors)}</span></li>`;
  }
}

function state(running, stopped, errors) {
  if (running) return html`<span class="pill accent">running</span>`;
  if (stopped) return html`<span class="pill warn">stopped</span>`;
  return errors ? html`<span class="pill bad">${count(errors)} ${errors === 1 ? 'error' : 'errors'}</span>` : html`<span class="pill good">ok</span>`;
}

customElements.define('bub-turns', BubTurns);
