/* Map view: the peers of the bus and their live traffic. */
import {LitElement, css, html, nothing} from 'lit';
import {get} from '../core/api.js';
import {age} from '../core/clock.js';
import {Listening, live} from '../core/live.js';
import {look} from '../core/look.js';
import {Routing, messageUrl, route} from '../core/route.js';
import {clockTime, count, sentence, took, visible} from '../core/text.js';
import './bub-peer.js';
import './bub-peer-table.js';
import './bub-scene.js';
import {Messenger, gist, isTalk} from './messenger.js';
import {Population} from './population.js';

const RECENT_MS = 900_000;
const MOST_RECENT = 200;
const READ_MS = 1000;
const LOOK_AGAIN_MS = 3000;
const MOST_LOOKED_AT_AGAIN = 400;
// Peers of bub itself; with only these, the map is empty.
const HOUSE = new Set(['bub-system-agent', 'bub-console']);
const HOUSE_IDS = new Set(['agent:console', 'agent:gateway']);

const isHouse = ({peer}) => peer && (HOUSE.has(peer.clientName) || HOUSE_IDS.has(peer.clientId));

class BubMap extends LitElement {
  static properties = {
    problem: {state: true},
    last: {state: true},
    total: {state: true},
  };

  static styles = [look, css`
    :host {
      display: grid; height: 100%; position: relative;
      grid-template: "head head" auto "map panel" minmax(0, 1fr) "last panel" auto / minmax(0, 1fr) auto;
    }
    header {
      grid-area: head; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem;
      padding: .9rem clamp(.75rem, 2.5vw, 1.75rem) .4rem;
    }
    .switch { display: flex; }
    .switch a { border-radius: 0; min-height: 2.5rem; }
    .switch a:first-child { border-radius: var(--radius) 0 0 var(--radius); }
    .switch a:last-child { border-radius: 0 var(--radius) var(--radius) 0; border-inline-start: 0; }
    .switch a[aria-current] { background: var(--accent-wash); color: var(--accent); font-weight: 600; }
    bub-scene, bub-peer-table { grid-area: map; }
    bub-peer { grid-area: panel; }
    .last {
      grid-area: last; display: flex; align-items: center; gap: .6rem; min-height: 3.2rem; font-size: var(--small);
      padding: .35rem clamp(.75rem, 2.5vw, 1.75rem); border-top: 1px solid var(--line); background: var(--surface);
    }
    .last p { flex: 1; min-width: 0; }
    .empty { position: absolute; inset: auto 0 4.5rem; padding: 0 1rem; pointer-events: none; }
    .empty a { pointer-events: auto; }
    @media (max-width: 720px) {
      .said { display: none; }
      bub-peer { grid-area: auto; position: absolute; inset: auto 0 0; max-height: 62%; z-index: 2; }
    }
  `];

  #people = new Population();
  #messenger = new Messenger(this.#people);
  #rows = [];
  #pace = 0;
  #beat = 0;
  #looked = 0;
  #told = 0;
  #waited = false;
  #said = 0;
  #newest = null;

  constructor() {
    super();
    this.problem = null;
    this.last = null;
    this.total = null;
    new Routing(this);
    new Listening(this, {
      peers: (list) => { this.#told++; this.#take(list); },
      messages: ({rows}) => this.#heard(rows),
      traffic: (news) => this.#flow(news),
      health: (sample) => this.#tick(sample),
      state: () => this.requestUpdate(),
      refresh: () => this.#load(),
      // A peer may have joined between the request and the start of the stream.
      hello: () => this.#load(),
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  get #asList() {
    return route.parameters.get('as') === 'list';
  }

  get #chosen() {
    return route.parameters.get('peer');
  }

  get #scene() {
    return this.renderRoot.querySelector('bub-scene');
  }

  // ---- data

  async #load() {
    try {
      const arriving = this.total === null;
      const [, {messages}] = await Promise.all([this.#ask(), get('/api/messages', {limit: MOST_RECENT})]);
      this.problem = null;
      for (const {from, to, at} of messages.filter((row) => age(row.at) < RECENT_MS).reverse()) {
        this.#people.find(to, Date.parse(at));
        this.#people.sender(from, Date.now() - age(at));
      }
      this.#people.forget(Date.now());
      this.last = this.#newest = messages.find(isTalk) ?? messages[0] ?? null;
      if (arriving && this.last && age(this.last.at) < RECENT_MS) this.#replay(messages.filter(isTalk).slice(0, 2).reverse());
    } catch (refused) {
      if (this.total === null) this.problem = refused;
    }
  }

  /** Loads the peers. Events that arrived meanwhile are newer than the answer. */
  async #ask() {
    const told = this.#told;
    const list = await get('/api/peers');
    if (told === this.#told) this.#take(list);
  }

  #take(list) {
    this.#people.take(list, Date.now());
    this.total = list.total;
    this.requestUpdate();
  }

  #heard(rows) {
    this.#rows = rows;
    const newest = rows.findLast((row) => row.status !== 'pending' && isTalk(row));
    if (newest && !(newest.id < this.#newest?.id)) this.#newest = newest;
    // People can read one message per second; the next tick shows the last of several.
    if (Date.now() - this.#said > READ_MS) this.#showNewest();
  }

  #showNewest() {
    if (!this.#newest || this.#newest === this.last) return;
    this.last = this.#newest;
    this.#said = Date.now();
  }

  /** Runs once per second: rates decay by themselves, but a quiet map is not drawn again. */
  #tick(sample) {
    const pace = sample.connected ? sample.perSecond : 0;
    const quiet = !this.#pace && !pace && this.#beat === 0;
    this.#pace = pace;
    this.#beat = pace ? 12 : Math.max(0, this.#beat - 1);
    this.#showNewest();
    if (sample.inFlight || this.#waited) this.#lookAgain(sample.inFlight > 0);
    const before = this.#people.version;
    this.#people.forget(Date.now());
    if ((!quiet || this.#people.version !== before) && !document.hidden) this.requestUpdate();
  }

  /** Loads the counts of waiting deliveries, which no event reports. */
  async #lookAgain(waits) {
    if (Date.now() - this.#looked < LOOK_AGAIN_MS || this.total > MOST_LOOKED_AT_AGAIN || document.hidden) return;
    this.#looked = Date.now();
    this.#waited = waits;
    await this.#ask().catch(() => {});
  }

  #flow(news) {
    const before = this.#people.version;
    this.#beat = 12;
    const moves = this.#messenger.read(news, this.#rows);
    if (this.#people.version !== before) this.requestUpdate();
    this.#send(moves);
  }

  /** Replays the journeys of past messages, one after the other. */
  #replay(rows) {
    this.#send(this.#messenger.retell(rows));
  }

  /** Sends dots after the next drawing, because a new peer has no place before it. */
  async #send(moves) {
    await this.updateComplete;
    await this.#scene?.placed();
    moves.forEach((move) => this.#scene?.travel(move));
  }

  // ---- drawing

  /** Changes a part of the URL: the selected peer, or the kind of view. */
  #go(changes) {
    const parameters = route.parameters;
    for (const [name, value] of Object.entries(changes)) {
      if (value) parameters.set(name, value);
      else parameters.delete(name);
    }
    route.go(parameters.size ? `/map?${parameters}` : '/map');
  }

  async #open(name) {
    if (name === this.#chosen) {
      this.#close();
      return;
    }
    this.#go({peer: name});
    await this.updateComplete;
    this.renderRoot.querySelector('bub-peer')?.focus();
  }

  async #close() {
    const name = this.#chosen;
    this.#go({peer: null});
    await this.updateComplete;
    (this.#scene ?? this.renderRoot.querySelector('bub-peer-table'))?.focusOn(name);
  }

  #key(event) {
    if (event.key === 'Escape' && this.#chosen) this.#close();
  }

  render() {
    if (this.problem) return this.#wrong();
    if (this.total === null) return nothing;
    const nodes = this.#people.nodes;
    const chosen = this.#chosen;
    return html`
      <header @keydown=${this.#key}><h1>Map</h1>
        <span class="quiet small grow">${count(this.total)} connected</span>
        <nav class="switch" aria-label="View">
          <a class="button" href="/map" aria-current=${this.#asList ? nothing : 'page'}>Map</a>
          <a class="button" href="/map?as=list" aria-current=${this.#asList ? 'page' : nothing}>List</a>
        </nav></header>
      ${this.#asList
          ? html`<bub-peer-table .nodes=${nodes} @choose=${({detail}) => this.#open(detail)}
              @keydown=${this.#key}></bub-peer-table>`
          : html`<bub-scene .nodes=${nodes} .selected=${chosen} .bus=${live.bus} .pace=${this.#pace}
              @choose=${({detail}) => this.#open(detail)} @many=${({detail}) => this.#go({as: 'list', role: detail})}
              @keydown=${this.#key}></bub-scene>`}
      ${this.#nobody(nodes)}
      ${this.#lastMessage()}
      ${chosen ? html`<bub-peer .name=${chosen} .node=${this.#people.get(chosen)}
          @keydown=${this.#key} @close=${this.#close}></bub-peer>` : nothing}`;
  }

  #nobody(nodes) {
    if (this.#asList || nodes.some((node) => !node.isAway && !isHouse(node))) return nothing;
    return html`<p class="empty"><span>No other peers are connected yet. <a href="/chat">Open Chat and say hello</a>.</span></p>`;
  }

  #lastMessage() {
    if (!this.last || this.#asList) return nothing;
    const {messageId, from, to, status, tookMs, at} = this.last;
    const how = [status === 'ok' ? '' : status.replace('_', ' '), tookMs === undefined ? '' : took(tookMs), clockTime(at)];
    return html`<div class="last">
      <p class="clip"><span class="quiet">Last message</span> <a href=${messageUrl(messageId)}>${visible(from)} → ${visible(to)}</a>
        <span class="said">${gist(this.last)}</span> <span class="quiet">${how.filter(Boolean).join(' · ')}</span></p>
      <button class="small" @click=${() => this.#replay([this.last])}>Replay</button></div>`;
  }

  #wrong() {
    return html`<div class="page"><h1>Map</h1><p class="notice bad" role="alert">${sentence(this.problem.message)}</p>
      <div><button @click=${() => this.#load()}>Try again</button></div></div>`;
  }
}

customElements.define('bub-map', BubMap);
