/* One turn: its totals, its waterfall and the button that stops it. */
import {LitElement, css, html, nothing} from 'lit';
import {post} from '../core/api.js';
import '../core/bub-copy.js';
import {Listening} from '../core/live.js';
import {look} from '../core/look.js';
import {messageUrl, turnUrl} from '../core/route.js';
import {clockTime, count, day, sentence, took, usd, visible} from '../core/text.js';
import {user} from '../core/user.js';
import './bub-waterfall.js';
import {tokens} from './spans.js';
import {Turn} from './turn.js';

const PATIENCE_MS = 300;

/** `isPart` shows it inside another panel, with a link to the whole. */
class BubTurn extends LitElement {
  static properties = {
    turnId: {attribute: false},
    selected: {attribute: false},
    takeFocus: {attribute: false},
    isPart: {type: Boolean, attribute: 'part-of-message', reflect: true},
    slow: {state: true},
    stopping: {state: true},
    outcome: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); min-height: 0; }
    header { display: grid; gap: .5rem; padding: .7rem 1rem; border-bottom: 1px solid var(--line); min-width: 0; }
    h2 { overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow-wrap: anywhere; }
    h2:focus { outline: none; }
    .facts { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; font-size: var(--small); color: var(--quiet); font-variant-numeric: tabular-nums; }
    .facts b { color: var(--ink); }
    .facts .bad b { color: var(--bad); }
    :host([part-of-message]) header { padding: 0 0 .5rem; border: 0; }
    :host([part-of-message]) bub-waterfall { height: 20rem; border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
    :host([part-of-message]) bub-waterfall.short { height: auto; max-height: 20rem; }
    .ids { display: flex; align-items: center; gap: .3rem; min-width: 0; }
  `];

  #turn = null;
  #changed = () => this.requestUpdate();

  constructor() {
    super();
    this.isPart = false;
    new Listening(this, {messages: ({rows}) => this.#turn?.hear(rows), refresh: () => this.#turn?.load()});
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.turnId && !this.#turn) this.#show();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#turn?.close();
    this.#turn = null;
  }

  willUpdate(changes) {
    if (changes.has('turnId')) this.#show();
  }

  #show() {
    this.#turn?.close();
    Object.assign(this, {slow: false, stopping: false, outcome: null});
    this.#turn = new Turn(this.turnId);
    this.#turn.addEventListener('change', this.#changed);
    setTimeout(() => { this.slow = true; }, PATIENCE_MS);
    this.#turn.load();
  }

  updated() {
    if (!this.takeFocus || !this.#turn?.head) return;
    this.takeFocus = false;
    this.renderRoot.querySelector('h2')?.focus();
  }

  async #stop() {
    const turn = this.#turn;
    this.stopping = true;
    this.outcome = null;
    try {
      await post('/api/trace/stop', {id: turn.head.turn.traceId});
      this.outcome = {text: 'The turn is stopped.', mood: 'good'};
    } catch (refused) {
      this.outcome = {text: refused.message, mood: 'bad'};
    }
    this.stopping = false;
    turn.load();
  }

  // ---- drawing

  render() {
    const turn = this.#turn;
    if (!turn?.head) return this.#notYet(turn);
    const {head} = turn;
    return html`
      <header>
        ${this.isPart ? this.#partTitle(head.turn) : this.#title(head.turn)}
        ${this.#facts(turn)}
        ${this.outcome ? html`<p class="notice ${this.outcome.mood}" role="status">${sentence(this.outcome.text)}</p>` : nothing}
        ${turn.error ? html`<p class="notice warn" role="status">Could not update the turn. ${sentence(turn.error.message)}</p>` : nothing}
        ${turn.isCut ? html`<p class="notice warn">This turn is very long. Only its first ${count(turn.spans.length)} steps are shown.</p>` : nothing}
      </header>
      <bub-waterfall class=${turn.spans.length < 12 ? 'short' : ''} .turn=${turn} .selected=${this.selected}></bub-waterfall>`;
  }

  #title({traceId, messageId, text, from}) {
    const words = text || from || 'Turn';
    return html`<div class="row"><h2 tabindex="-1" class="grow" dir="auto">${visible(words)}</h2>${this.#stopButton()}</div>
      <div class="row wrap small quiet">
        ${from ? html`<span>asked by <b>${visible(from)}</b></span>` : nothing}
        ${messageId ? html`<a href=${messageUrl(messageId)}>first message</a>` : nothing}
        ${traceId ? html`<span class="ids"><code class="clip">${visible(traceId)}</code>
          <bub-copy label="Copy the trace id" .text=${traceId}></bub-copy></span>` : nothing}</div>`;
  }

  #partTitle() {
    return html`<div class="row wrap"><h3 class="grow">Turn</h3><a class="small" href=${turnUrl(this.turnId)}>Open the whole turn</a>${this.#stopButton()}</div>`;
  }

  #stopButton() {
    if (!this.#turn.isRunning || !user.mayWrite || !this.#turn.head.turn.traceId) return nothing;
    return html`<button class="danger" ?disabled=${this.stopping} @click=${this.#stop}>${this.stopping ? 'Stopping …' : 'Stop'}</button>`;
  }

  #facts({head: {turn, turn: {totals}}, durationMs, isRunning, isLoading, spans}) {
    const one = (words, value, mood = '') => html`<span class=${mood}>${words} <b>${value}</b></span>`;
    return html`<div class="facts" role="group" aria-label="Totals of the turn">
      ${this.#state(turn)}
      ${isRunning ? html`<span>running for <b>${took(durationMs)}</b></span>` : one('took', took(durationMs))}
      ${one('steps', count(totals.steps))}
      ${tokens(totals) ? one('tokens', tokens(totals)) : nothing}
      ${totals.costUsd === undefined ? nothing : one('cost', `${usd(totals.costUsd)}${totals.unpricedCalls ? ' plus calls without a price' : ''}`)}
      ${totals.errors ? one('errors', count(totals.errors), 'bad') : nothing}
      <span>${day(turn.start)}, ${clockTime(turn.start, true)}</span>
      ${isLoading ? html`<span role="status">Loading … ${count(spans.length)} steps</span>` : nothing}
    </div>`;
  }

  #state({running, stopped, totals}) {
    if (running) return html`<span class="pill accent">running</span>`;
    if (stopped) return html`<span class="pill warn">stopped</span>`;
    return totals.errors ? html`<span class="pill bad">with errors</span>` : html`<span class="pill good">finished</span>`;
  }

  #notYet(turn) {
    if (this.isPart && turn?.error?.code === 'not_found') return html`<h3>Turn</h3><p class="small quiet">The log does not have the turn of this message.</p>`;
    if (turn?.error?.code === 'not_found') {
      return html`<div class="empty"><h2 tabindex="-1">This turn is not in the log</h2><p>It may be too old or not logged yet.</p>
        <p class="mono">${visible(this.turnId)}</p><button @click=${() => turn.load()}>Try again</button></div>`;
    }
    if (turn?.error) {
      return html`<div class="empty" role="alert"><p>Could not load the turn. ${sentence(turn.error.message)}</p>
        <button @click=${() => turn.load()}>Try again</button></div>`;
    }
    return this.slow ? html`<p class="empty" role="status">Loading …</p>` : nothing;
  }
}

customElements.define('bub-turn', BubTurn);
