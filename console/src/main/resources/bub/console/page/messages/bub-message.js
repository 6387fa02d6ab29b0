/*
 * One message: its turn, its delivery, its payload, its acks and its actions. Updates live until it has ended.
 */
import {LitElement, html, nothing} from 'lit';
import {get} from '../core/api.js';
import '../core/bub-copy.js';
import '../core/bub-json.js';
import {command} from '../core/command.js';
import {icons} from '../core/icons.js';
import {Listening} from '../core/live.js';
import {mood} from '../core/look.js';
import {peerUrl} from '../core/route.js';
import {bytes, clockTime, day, sentence, took, visible} from '../core/text.js';
import {answeredBy, answersTo, isAnswer, mayAnswer} from './answers.js';
import '../turns/bub-turn.js';
import './bub-send-again.js';
import './bub-sequence.js';
import {statusWords} from './filter.js';
import {messageLook} from './message-look.js';
import {ackCard} from './receipt.js';

const PATIENCE_MS = 300;
const LOOK_AGAIN_MS = 2000;
const MOST_LOOKS = 10;
const MOST_ACKS = 10;

class BubMessage extends LitElement {
  static properties = {
    messageId: {attribute: false},
    filter: {attribute: false},
    takeFocus: {attribute: false},
    detail: {state: true},
    answers: {state: true},
    error: {state: true},
    slow: {state: true},
    allAcks: {state: true},
  };

  static styles = messageLook;

  #asking = null;
  #timer = 0;
  #soon = 0;
  #looks = 0;

  constructor() {
    super();
    new Listening(this, {messages: ({rows}) => this.#hear(rows), refresh: () => this.#load()});
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#asking?.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#soon);
  }

  willUpdate(changes) {
    if (!changes.has('messageId')) return;
    Object.assign(this, {detail: null, answers: [], error: null, slow: false, allAcks: false});
    this.#looks = 0;
    setTimeout(() => { this.slow = true; }, PATIENCE_MS);
    this.#load();
  }

  firstUpdated() {
    if (this.takeFocus || matchMedia('(max-width: 1099px)').matches) this.renderRoot.querySelector('h2').focus();
  }

  #hear(rows) {
    if (rows.some((row) => row.messageId === this.messageId)) {
      this.#load();
    } else if (!this.#soon && this.detail && rows.some((row) => mayAnswer(row, this.detail.row))) {
      this.#soon = setTimeout(() => this.#findAnswers(), PATIENCE_MS);
    }
  }

  async #load() {
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    clearTimeout(this.#timer);
    try {
      this.detail = await get('/api/message', {id: this.messageId}, {signal: asking.signal});
      this.error = null;
      // On a busy bus some events are skipped, so a pending message is loaded again.
      if (this.detail.row.status === 'pending') this.#timer = setTimeout(() => this.#load(), LOOK_AGAIN_MS);
      await this.#findAnswers();
    } catch (failed) {
      if (failed.name === 'AbortError') return;
      this.error = failed;
      // The log of a busy bus may lag behind the list.
      if (failed.code === 'not_found' && this.#looks++ < MOST_LOOKS) this.#timer = setTimeout(() => this.#load(), LOOK_AGAIN_MS);
    }
  }

  async #findAnswers() {
    this.#soon = 0;
    const {row} = this.detail;
    const found = await answersTo(row, this.#asking.signal).catch(() => null);
    if (found && row.messageId === this.messageId) this.answers = found;
  }

  #close() {
    this.dispatchEvent(new Event('close'));
  }

  // ---- drawing

  render() {
    const row = this.detail?.row;
    return html`<section aria-label="Message details">
      <header class="row">
        <h2 tabindex="-1" class="grow clip">${row ? html`${visible(row.from)} <span class="quiet">→</span> ${visible(row.to)}` : 'Message'}</h2>
        <button class="plain" aria-label="Close the message" @click=${this.#close}>${icons.close}</button>
      </header>
      <div class="scroll" tabindex="0" role="group" aria-label="Turn, delivery and content">${row ? this.#whole() : this.#notYet()}</div>
    </section>`;
  }

  #notYet() {
    if (this.error?.code === 'not_found') {
      return html`<div class="empty"><h3>This message is not in the log</h3><p>It may be too old or not logged yet.</p>
        <p class="mono">${visible(this.messageId)}</p><button @click=${() => this.#load()}>Try again</button></div>`;
    }
    if (this.error) {
      return html`<div class="empty" role="alert"><p>${sentence(this.error.message)}</p>
        <button @click=${() => this.#load()}>Try again</button></div>`;
    }
    return this.slow ? html`<p class="empty" role="status">Loading …</p>` : nothing;
  }

  #whole() {
    const {row} = this.detail;
    return html`
      ${this.#facts(row)}
      ${row.error && row.status !== 'ok' ? html`<p class="notice ${mood(row.status)}">${visible(row.error)}</p>` : nothing}
      <div class="card"><bub-turn .turnId=${row.messageId} .selected=${row.messageId} .isPart=${true}></bub-turn></div>
      <div class="card"><h3>Delivery</h3><bub-sequence .detail=${this.detail}></bub-sequence></div>
      ${this.#related()}
      ${this.#payload(row)}
      ${this.#acks()}
      <bub-send-again .row=${row} .filter=${this.filter}></bub-send-again>`;
  }

  #facts(row) {
    const search = (name, value, words = visible(value)) => html`<a class="pill ${name === 'status' ? mood(value) : ''}"
        title="Filter by this" href=${this.filter.with({[name]: value}).url(this.messageId)}>${words}</a>`;
    return html`<div class="row wrap" aria-live="polite">
        ${search('status', row.status, statusWords(visible(row.status)))}
        ${row.type ? search('type', row.type) : nothing}
        ${row.tookMs === undefined ? nothing : html`<span class="small">took <b>${took(row.tookMs)}</b></span>`}
        <span class="small quiet">${day(row.at)}, ${clockTime(row.at, true)} (time of the bus)</span>
      </div>
      <dl>
        ${row.node ? html`<dt>Node</dt><dd>${visible(row.node)}${this.#otherNodes(row)}</dd>` : nothing}
        ${this.#party('From', 'from', row.from)}${this.#party('To', 'to', row.to)}
        <dt>Id</dt><dd class="row"><code class="clip">${visible(row.messageId)}</code>
          <bub-copy label="Copy the id" .text=${row.messageId}></bub-copy></dd>
      </dl>`;
  }

  /** Names the nodes of a cluster that delivered the message, and those that did not answer. */
  #otherNodes({node}) {
    const others = [...new Set(this.detail.events.map((event) => event.node))].filter((name) => name && name !== node);
    const missing = this.detail.missingNodes ?? [];
    return html`${others.length ? ` → ${others.map(visible).join(', ')}` : nothing}${missing.length
      ? html` <span class="pill bad">${missing.map(visible).join(', ')} did not answer</span>` : nothing}`;
  }

  #party(label, name, address) {
    const search = this.filter.with({[name]: address}).url(this.messageId);
    return html`<dt>${label}</dt><dd><a href=${search} title="Filter by this">${visible(address)}</a>
      <a class="small quiet" href=${peerUrl(address)} aria-label="${visible(address)} on the map">map</a></dd>`;
  }

  #related() {
    const question = answeredBy(this.detail.payload);
    const answers = this.answers.map((row) => {
      const how = isAnswer(row) ? 'Answered by' : `Mentioned in ${visible(row.type ?? 'a message')} from`;
      const later = took(Math.max(0, Date.parse(row.at) - Date.parse(this.detail.row.at)));
      return html`<li><a href=${this.filter.url(row.messageId)}>${how} ${visible(row.from)}</a>
        <span class="small quiet">${later} later</span><div class="clip small">${visible(row.preview)}</div></li>`;
    });
    if (!question && !answers.length) return nothing;
    return html`<div class="card"><h3>Related messages</h3><ul aria-live="polite">
      ${question ? html`<li><a href=${this.filter.url(question)}>Answers ${visible(question)}</a></li>` : nothing}${answers}</ul></div>`;
  }

  #payload({bytes: size, messageId}) {
    const {payload, omittedBytes} = this.detail;
    if (omittedBytes !== undefined) {
      return html`<div class="notice stack"><p>The payload (${bytes(omittedBytes)}) is too large to show here. To print it, run this command where bub runs:</p>
        <pre>${command('bub bus log --json --message-id')} '${visible(messageId).replaceAll("'", "'\\''")}' --file STATE-DIR/activity.db</pre></div>`;
    }
    return payload === undefined ? nothing : html`<bub-json label="Payload" .value=${payload} .size=${size}></bub-json>`;
  }

  #acks() {
    const acks = this.detail.events.filter((event) => event.ack);
    if (!acks.length) return nothing;
    // Failures come first, because people look for them.
    const sorted = acks.toSorted((one, other) => Number(one.status === 'ok') - Number(other.status === 'ok'));
    const shown = this.allAcks ? sorted : sorted.slice(0, MOST_ACKS);
    return html`<div class="stack"><h3>${acks.length === 1 ? 'Ack' : `${acks.length} acks`}</h3>
      ${shown.map(({ack, actor}) => ackCard(ack, actor))}
      ${shown.length < acks.length
        ? html`<div><button @click=${() => { this.allAcks = true; }}>Show all ${acks.length}</button></div>` : nothing}</div>`;
  }
}

customElements.define('bub-message', BubMessage);
