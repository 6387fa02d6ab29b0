/* Session view: the agents of chats with their state, and one of them in detail. */
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get} from '../core/api.js';
import {FocusReturn} from '../core/focus-return.js';
import {Loading} from '../core/loading.js';
import {look, mood} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {ago, bytes, count, took, visible} from '../core/text.js';
import './bub-session.js';
import {chatLink} from './chat-link.js';
import {ORDERS, STATES, chosen, sessionUrl} from './session-list.js';
import {sessionsLook} from './sessions-look.js';

// Memory and uptime change without an event.
const REFRESH_MS = 5000;
const PAGE = 200;

class BubSessions extends LitElement {
  static properties = {
    text: {state: true},
    status: {state: true},
    order: {state: true},
    most: {state: true},
  };

  static styles = [look, sessionsLook];

  #loading = new Loading(this, () => get('/api/sessions'), ['sessions']);
  #focusReturn = new FocusReturn(this, '/sessions');
  #timer = 0;

  constructor() {
    super();
    this.text = '';
    this.status = '';
    this.order = 'activity';
    this.most = PAGE;
    new Routing(this, () => this.#moved());
  }

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.#loading.start();
    }, REFRESH_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  render() {
    const all = this.#loading.value?.sessions ?? [];
    const agent = route.parameters.get('agent');
    if (this.#loading.value && !all.length && !agent) {
      return html`<div class="page"><h1>Sessions</h1>${this.#loading.notice()}
        <div class="empty"><p>No sessions yet. The first message in a chat starts an agent.</p>
          <a class="button" href="/chat">Open Chat and say hello</a></div></div>`;
    }
    return html`<div class="split ${agent ? 'open' : ''}" @keydown=${(event) => this.#focusReturn.escape(event)}>
      <div class="list">${this.#list(all, agent)}</div>
      ${agent ? html`<section class="detail" tabindex="-1" aria-label="Selected session">${this.#detail(all, agent)}</section>` : nothing}</div>`;
  }

  #moved() {
    this.requestUpdate();
    if (route.view === 'sessions') this.#focusReturn.moved();
  }

  #list(all, agent) {
    const some = chosen(all, {text: this.text, status: this.status, order: this.order});
    const running = all.filter((one) => one.status === 'running').length;
    const total = this.#loading.value?.total ?? 0;
    const largest = Math.max(1, ...all.map((one) => one.memoryBytes));
    return html`
      <div class="row wrap"><h1 class="grow">Sessions</h1>
        <span class="small quiet" role="status">${this.#loading.value ? `${count(running)} of ${count(total)} running` : ''}</span></div>
      ${this.#tools()}
      ${this.#loading.notice()}
      ${all.length && !some.length ? html`<p class="quiet">No sessions match. <button @click=${this.#showAll}>Show all</button></p>` : nothing}
      ${some.length ? html`<div class="heads" aria-hidden="true"><span>Agent</span><span>Status</span><span>Memory</span><span>Up for</span><span>Last active</span><span class="place">Workspace</span></div>` : nothing}
      <ul>${repeat(some.slice(0, this.most), (one) => one.agent, (one) => this.#row(one, one.agent === agent, largest))}</ul>
      ${some.length > this.most ? html`<button @click=${() => { this.most += PAGE; }}>Show ${count(Math.min(PAGE, some.length - this.most))} more</button>` : nothing}
      ${total > all.length ? html`<p class="small quiet">Showing ${count(all.length)} sessions that are running or were active last. ${count(total - all.length)} older ones are stopped.</p>` : nothing}`;
  }

  #tools() {
    return html`<div class="tools">
      <label class="unseen" for="text">Filter by text</label>
      <input id="text" type="search" placeholder="Filter by agent, chat or workspace" autocomplete="off" spellcheck="false"
          .value=${this.text} @input=${({target}) => { this.text = target.value; }}>
      <label class="unseen" for="status">Status</label>
      <select id="status" @change=${({target}) => { this.status = target.value; }}>${STATES.map((one) => html`
        <option value=${one} ?selected=${one === this.status}>${one || 'any status'}</option>`)}</select>
      <label class="unseen" for="order">Order</label>
      <select id="order" @change=${({target}) => { this.order = target.value; }}>${Object.entries(ORDERS).map(([key, {name}]) => html`
        <option value=${key} ?selected=${key === this.order}>${name}</option>`)}</select></div>`;
  }

  #showAll() {
    this.text = '';
    this.status = '';
  }

  #row(one, isOpen, largest) {
    return html`<li class=${isOpen ? 'current' : ''}>
      <span class="who"><a class="name clip" href=${sessionUrl(one.agent)} aria-current=${isOpen ? 'true' : nothing}>${visible(one.agent)}</a>
        <span class="small quiet clip">${chatLink(one.chat)}</span></span>
      <span class="state"><span class="pill ${mood(one.status)}">${visible(one.status)}</span></span>
      <span class="memory ${one.memoryBytes ? '' : 'none'}"><span class="unseen">memory</span>${one.memoryBytes
        ? html`<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * one.memoryBytes / largest} height="6"/></svg>
          <span class="number">${bytes(one.memoryBytes)}</span>`
        : html`<span class="quiet">–</span>`}</span>
      <span class="up small number">${one.status === 'running' ? html`<span class="word">up </span>${took(one.uptimeSeconds * 1000)}` : html`<span class="quiet">–</span>`}</span>
      <span class="last small quiet">${one.lastActivity ? html`<span class="word">active </span>${ago(one.lastActivity)}` : ''}</span>
      <span class="place small quiet clip">${visible(one.workspace)}</span>
      ${one.exitReason && one.status === 'stopped' ? html`<span class="why small quiet clip">${visible(one.exitReason)}</span>` : nothing}</li>`;
  }

  #detail(all, agent) {
    const session = all.find((one) => one.agent === agent);
    return html`<bub-session .session=${session} .agent=${agent} .isKnown=${Boolean(this.#loading.value)}
        @bub-session-changed=${() => this.#loading.start()}></bub-session>`;
  }
}

customElements.define('bub-sessions', BubSessions);
