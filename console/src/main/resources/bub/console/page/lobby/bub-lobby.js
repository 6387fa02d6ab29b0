/*
 * Lobby view: registered agents and their capabilities; a capability opens beside the list and can
 * be called.
 */
import {LitElement, css, html, nothing} from 'lit';
import {keyed} from 'lit/directives/keyed.js';
import {repeat} from 'lit/directives/repeat.js';
import '../core/bub-copy.js';
import {FocusReturn} from '../core/focus-return.js';
import {icons} from '../core/icons.js';
import {Listening} from '../core/live.js';
import {Loading} from '../core/loading.js';
import {look} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {ago, count, visible} from '../core/text.js';
import './bub-agent.js';
import './bub-capability.js';
import {agentUrl, capabilityUrl, nameOf} from './contract.js';
import {emptyLobby} from './empty.js';
import {lobbyLook} from './lobby-look.js';
import {discover, filtered, loadAgent, loadAgents} from './roster.js';

const TYPING_MS = 250;
const SETTLED_MS = 1500;
const FEW = 8;

class BubLobby extends LitElement {
  static properties = {
    wanted: {state: true},
    found: {state: true},
    elsewhere: {state: true},
  };

  static styles = [look, lobbyLook, css`:host { height: 100%; }`];

  #atLeast = 0;
  #loading = new Loading(this, () => loadAgents(this.#atLeast), ['lobby']);
  #focusReturn = new FocusReturn(this, '/lobby');
  #typing = 0;
  #search = null;
  #peers = null;
  #settling = 0;
  #kept = null;

  constructor() {
    super();
    this.wanted = '';
    this.found = [];
    this.elsewhere = null;
    new Routing(this, () => this.#moved());
    new Listening(this, {peers: ({peers}) => this.#heard(peers), lobby: () => this.#settle()});
  }

  // ---- agents

  // Only agents of the lobby matter: other peers come and go all the time.
  #heard(peers) {
    const now = new Set(peers.map((peer) => peer.clientId));
    const changed = this.#peers?.symmetricDifference(now);
    this.#peers = now;
    if (!changed || this.#agents.some((agent) => changed.has(agent.agentId))) this.#loading.start();
  }

  // Peers are polled once per second: a shorter visit appears only in the lobby's events.
  #settle() {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#loading.start(), SETTLED_MS);
  }

  get #agents() {
    return this.#loading.value?.agents ?? [];
  }

  #agent(agentId) {
    return this.#agents.find((agent) => agent.agentId === agentId)
        ?? (this.elsewhere?.agentId === agentId ? this.elsewhere : undefined);
  }

  updated() {
    const agentId = route.view === 'lobby' ? route.parameters.get('agent') : null;
    if (agentId && this.#loading.value && !this.#agent(agentId)) this.#lookElsewhere(agentId);
  }

  // A link may lead to an agent on a later page of a long list.
  async #lookElsewhere(agentId) {
    if (this.elsewhere?.agentId === agentId) return;
    this.elsewhere = {agentId, missing: true};
    const agent = await loadAgent(agentId).catch(() => undefined);
    if (agent) this.elsewhere = agent;
  }

  #more() {
    this.#atLeast = this.#agents.length + 500;
    this.#loading.start();
  }

  // ---- search

  #typed({target: {value}}) {
    this.wanted = value;
    clearTimeout(this.#typing);
    this.#search?.abort();
    if (!value.trim()) this.found = [];
    else this.#typing = setTimeout(() => this.#discover(value.trim()), TYPING_MS);
  }

  async #discover(text) {
    this.#search = new AbortController();
    try {
      this.found = await discover(text, this.#search.signal);
    } catch {
      this.found = []; // the search in the loaded agents still applies
    }
  }

  // ---- the page

  #moved() {
    this.requestUpdate();
    if (route.view === 'lobby') this.#focusReturn.moved();
  }

  render() {
    const agentId = route.parameters.get('agent');
    const known = this.#loading.value;
    if (known && !known.agents.length && !agentId) return html`<div class="page"><h1>Lobby</h1>${this.#loading.notice()}${emptyLobby()}</div>`;
    return html`<div class="split ${agentId ? 'open' : ''}" @keydown=${(event) => this.#focusReturn.escape(event)}>
      <div class="list">${this.#list(agentId)}</div>
      <section class="detail" tabindex="-1" aria-label="Selection">${agentId ? this.#detail(agentId) : this.#hint()}</section></div>`;
  }

  #list(chosen) {
    const some = filtered(this.#agents, this.wanted, this.found);
    const online = this.#agents.filter((agent) => agent.online).length;
    return html`
      <div class="row"><h1 class="grow">Lobby</h1>
        <span class="small quiet" role="status">${this.#loading.value ? `${count(online)} of ${count(this.#agents.length)}${this.#loading.value.next ? '+' : ''} online` : ''}</span></div>
      <label class="unseen" for="search">Search agents and capabilities</label>
      <input id="search" type="search" placeholder="Search, such as price or find_*" autocomplete="off" spellcheck="false"
          .value=${this.wanted} @input=${this.#typed}>
      ${this.#loading.notice()}
      ${this.wanted && !some.length ? html`<p class="quiet">No results for “${visible(this.wanted)}”.</p>` : nothing}
      <ul class="agents">${repeat(some, (agent) => agent.agentId, (agent) => this.#row(agent, chosen))}</ul>
      ${this.#loading.value?.next && !this.wanted ? html`<button @click=${this.#more}>Show more agents</button>` : nothing}`;
  }

  #row(agent, chosen) {
    const capability = agent.agentId === chosen ? route.parameters.get('capability') : null;
    const rest = agent.capabilities.length - FEW;
    return html`<li>
      <a class="agent" href=${agentUrl(agent.agentId)} aria-current=${agent.agentId === chosen && !capability ? 'true' : nothing}>
        <span class="dot ${agent.online ? 'good' : ''}"></span><span class="clip grow">${visible(agent.agentId)}</span>
        <span class="small quiet">${agent.online ? html`<span class="unseen">online</span>` : agent.lastSeen ? `offline, seen ${ago(agent.lastSeen)}` : ''}</span></a>
      ${agent.capabilities.slice(0, FEW).map((one) => html`
        <a class="capability" href=${capabilityUrl(agent.agentId, one)} aria-current=${nameOf(one) === capability ? 'true' : nothing}>
          <span class="row"><span class="name clip">${visible(one.name)}</span>${one.version ? html`<span class="small quiet">${visible(one.version)}</span>` : nothing}
            ${one.authorized_requester_ids?.length ? html`<span class="pill" title="Only the listed callers may call it">restricted</span>` : nothing}</span>
          <span class="small quiet clip">${visible(one.description.slice(0, 200))}</span></a>`)}
      ${rest > 0 ? html`<a class="capability small" href=${agentUrl(agent.agentId)}>${count(rest)} more</a>` : nothing}
      ${agent.capabilities.length ? nothing : html`<p class="capability small quiet">No capabilities</p>`}</li>`;
  }

  #hint() {
    return html`<div class="empty hint"><p>Select a capability to see its contract and to call it.</p></div>`;
  }

  #detail(agentId) {
    const back = html`<a class="button back" href="/lobby">${icons.back} Lobby</a>`;
    const agent = this.#agent(agentId);
    if (!agent) return back;
    if (agent.missing) return html`${back}<p class="empty">${visible(agentId)} is not registered.</p>`;
    const wanted = route.parameters.get('capability');
    const capability = agent.capabilities.find((one) => nameOf(one) === wanted) ?? agent.capabilities.find((one) => one.name === wanted);
    if (wanted && !capability) {
      return html`${back}<p class="empty">${visible(agentId)} no longer offers ${visible(wanted)}.
        <a href=${agentUrl(agentId)}>Show its capabilities</a></p>`;
    }
    if (!capability) return html`${back}<bub-agent .agent=${agent}></bub-agent>`;
    return html`${back}${keyed(`${agentId}\n${wanted}`, html`
      <bub-capability .agent=${agent} .capability=${this.#steady(agentId, capability)} .offers=${this.#offers(capability)}></bub-capability>`)}`;
  }

  #offers(capability) {
    const name = nameOf(capability);
    return this.#agents.filter((agent) => agent.online && agent.capabilities.some((one) => nameOf(one) === name)).length;
  }

  // A reload must not discard typed input, so an unchanged contract stays the same object.
  #steady(agentId, capability) {
    const text = JSON.stringify(capability);
    if (this.#kept?.agentId !== agentId || this.#kept.text !== text) this.#kept = {agentId, text, capability};
    return this.#kept.capability;
  }
}

customElements.define('bub-lobby', BubLobby);
