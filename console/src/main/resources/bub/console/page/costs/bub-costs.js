/* Cost view: what agents used of models per agent, chat and day, and their budgets. */
import {LitElement, html, nothing} from 'lit';
import {get} from '../core/api.js';
import '../core/bub-copy.js';
import {command} from '../core/command.js';
import {Listening} from '../core/live.js';
import {Loading} from '../core/loading.js';
import {look} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {count} from '../core/text.js';
import {chatLink} from '../sessions/chat-link.js';
import {budgetList} from './budget-list.js';
import {costsLook} from './costs-look.js';
import {dayBars, dayName} from './day-bars.js';
import {agentLink, callWords, costWords, useTable} from './use-table.js';

const PERIODS = [7, 30, 90];
const REFRESH_MS = 5000;
// A long period is slow to add up: it is loaded at most a fifth of the time.
const REST = 4;

class BubCosts extends LitElement {
  static styles = [look, costsLook];

  #days = chosenDays();
  #loading = new Loading(this, () => this.#load());
  #timer = 0;
  #lastedMs = 0;

  constructor() {
    super();
    new Routing(this, () => this.#arrived());
    // The page's own questions must not lead to more of them.
    new Listening(this, {messages: ({rows}) => rows.some(({background}) => !background) && this.#refreshSoon()});
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  async #load() {
    const began = performance.now();
    const days = this.#days;
    const report = await get('/api/costs', {days});
    this.#lastedMs = performance.now() - began;
    return {...report, days, bars: report.days};
  }

  #arrived() {
    if (route.view !== 'costs') return;
    const days = chosenDays();
    if (days !== this.#days) {
      this.#days = days;
      this.#loading.start();
    }
    this.requestUpdate();
  }

  #refreshSoon() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      if (document.visibilityState === 'visible') this.#loading.start();
    }, Math.max(REFRESH_MS, this.#lastedMs * REST));
  }

  // ---- drawing

  render() {
    const {value} = this.#loading;
    return html`<div class="page">
      <header><h1 class="grow">Costs</h1>
        <nav class="ranges" aria-label="Period">${PERIODS.map((days) => html`
          <a class="button" href=${`/costs?days=${days}`} aria-current=${days === this.#days ? 'page' : nothing}>${days} days</a>`)}
        </nav></header>
      ${this.#loading.notice()}
      ${value ? this.#report(value) : nothing}
    </div>`;
  }

  #report(report) {
    if (!report.ledger) return noLedger();
    return html`
      ${report.complete ? nothing : html`<p class="notice warn">This period has too many entries to add up. The figures end on
        ${dayName(report.until)}. Choose a shorter period.</p>`}
      ${report.total.calls ? this.#uses(report) : noCalls(report.days)}
      ${budgetList(report.budgets)}`;
  }

  #uses({days, total, bars, agents, chats}) {
    return html`
      <div class="tiles" role="group" aria-label=${`Totals of the last ${days} days`}>
        ${tile('Cost', costWords(total), total.unpricedCalls ? `without ${callWords(total.unpricedCalls)} of models that have no price` : '')}
        ${tile('Model calls', count(total.calls))}
        ${tile('Tokens in', count(total.tokensIn))}
        ${tile('Tokens out', count(total.tokensOut))}
      </div>
      ${dayBars(bars)}
      ${useTable({title: 'Agents', column: 'Agent', ...agents, total, link: agentLink})}
      ${useTable({title: 'Chats', column: 'Chat', ...chats, total,
          link: (name) => (name ? chatLink(name) : html`<span class="quiet">without a chat</span>`)})}`;
  }
}

function chosenDays() {
  const wanted = Number(route.parameters.get('days'));
  return PERIODS.includes(wanted) ? wanted : PERIODS[0];
}

function tile(name, value, more = '') {
  return html`<div class="card tile"><span class="small quiet">${name}</span><b>${value}</b>
    ${more ? html`<span class="small quiet">${more}</span>` : nothing}</div>`;
}

function terminal(text) {
  const line = command(text);
  return html`<span class="terminal"><code>${line}</code><bub-copy label="Copy command" .text=${line}></bub-copy></span>`;
}

function noLedger() {
  return html`<div class="empty"><h2>No system agent is connected</h2>
    <p>The system agent keeps the ledger: it books what agents spend on models, and enforces budgets.</p>
    <p>To start all of bub: ${terminal('bub up')}</p>
    <p>To start only the system agent: ${terminal('bub system-agent')}</p></div>`;
}

function noCalls(days) {
  return html`<div class="empty"><h2>No model calls in the last ${days} days</h2>
    <p>Only agents with a model cost something. Ask one, and its calls, tokens and cost appear here.</p>
    <a class="button" href="/chat">Open Chat and say hello</a></div>`;
}

customElements.define('bub-costs', BubCosts);
