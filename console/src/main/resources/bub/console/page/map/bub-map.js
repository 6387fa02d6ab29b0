/* The map: who is on the bus, and what they say to each other while one looks. */
import {LitElement, css, html, nothing} from 'lit';
import {get} from '../core/api.js';
import {age} from '../core/clock.js';
import {Listening, live} from '../core/live.js';
import {look} from '../core/look.js';
import {Routing, messageUrl, peerUrl, route} from '../core/route.js';
import {ago, count, took, visible} from '../core/text.js';
import './bub-peer.js';
import './bub-peer-table.js';
import './bub-scene.js';
import {Population} from './population.js';

const LONELY = 8;
const APART_MS = 450;
const IN_TURN_MS = 2000;
const RECENT_MS = 900_000;
const READ_MS = 1000;
const LOOK_AGAIN_MS = 3000;
const MOST_LOOKED_AT_AGAIN = 400;
// What bub itself has connected: with only these, nobody is here yet.
const HOUSE = new Set(['bub-system-agent', 'bub-console']);
// News of agents about themselves are not what people say.
const isTalk = ({type}) => type !== 'agent_event';

class BubMap extends LitElement {
  static properties = {
    problem: {state: true},
    last: {state: true},
    total: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; grid-template: "head head" auto "map panel" minmax(0, 1fr) "last panel" auto / minmax(0, 1fr) auto; height: 100%; position: relative; }
    header { grid-area: head; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .9rem clamp(.75rem, 2.5vw, 1.75rem) .4rem; }
    .switch { display: flex; }
    .switch a { border-radius: 0; min-height: 2.5rem; }
    .switch a:first-child { border-radius: var(--radius) 0 0 var(--radius); }
    .switch a:last-child { border-radius: 0 var(--radius) var(--radius) 0; border-inline-start: 0; }
    .switch a[aria-current] { background: var(--accent-wash); color: var(--accent); font-weight: 600; }
    bub-scene, bub-peer-table { grid-area: map; }
    bub-peer { grid-area: panel; }
    .last { grid-area: last; display: flex; align-items: center; gap: .6rem; min-height: 3.2rem; padding: .35rem clamp(.75rem, 2.5vw, 1.75rem); border-top: 1px solid var(--line); background: var(--surface); font-size: var(--small); }
    .last p { flex: 1; min-width: 0; }
    .empty { position: absolute; inset: auto 0 4.5rem; padding: 0 1rem; pointer-events: none; }
    .empty a { pointer-events: auto; }
    @media (max-width: 720px) {
      .said { display: none; }
      bub-peer { grid-area: auto; position: absolute; inset: auto 0 0; max-height: 62%; z-index: 2; }
    }
  `];

  #people = new Population();
  #rows = [];
  #pace = 0;
  #beat = 0;
  #looked = 0;
  #waited = false;
  #spread = 0;
  #said = 0;

  constructor() {
    super();
    this.problem = null;
    this.last = null;
    this.total = null;
    new Routing(this);
    new Listening(this, {
      peers: (list) => this.#take(list),
      messages: ({rows}) => this.#heard(rows),
      traffic: (news) => this.#flow(news),
      health: (sample) => this.#tick(sample),
      state: () => this.requestUpdate(),
      refresh: () => this.#load(),
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

  // ---- what is known

  async #load() {
    try {
      const [peers, {messages}] = await Promise.all([get('/api/peers'), get('/api/messages', {limit: 30})]);
      this.problem = null;
      const arriving = this.total === null;
      this.#take(peers);
      for (const {from, to, at} of messages.filter((row) => age(row.at) < RECENT_MS).reverse()) {
        [from, to].forEach((address) => this.#people.find(address, Date.parse(at)));
      }
      this.last = messages.find(isTalk) ?? messages[0] ?? null;
      if (arriving && this.last && age(this.last.at) < RECENT_MS) this.#replay(messages.filter(isTalk).slice(0, 2).reverse());
    } catch (refused) {
      if (this.total === null) this.problem = refused;
    }
  }

  #take({peers, total}) {
    this.#people.take(peers);
    this.total = total;
    this.requestUpdate();
  }

  #heard(rows) {
    this.#rows = rows;
    const newest = rows.findLast((row) => row.status !== 'pending' && isTalk(row));
    // One can read one a second.
    const due = newest?.id === this.last?.id || Date.now() - this.#said > READ_MS;
    if (newest && due && !(newest.id < this.last?.id)) {
      this.last = newest;
      this.#said = Date.now();
    }
  }

  /** Once a second: rates go down by themselves, but nothing is drawn again when all was and is quiet. */
  #tick(sample) {
    const pace = sample.connected ? sample.perSecond : 0;
    const quiet = !this.#pace && !pace && this.#beat === 0;
    this.#pace = pace;
    this.#beat = pace ? 12 : Math.max(0, this.#beat - 1);
    if (sample.inFlight || this.#waited) this.#lookAgain(sample.inFlight > 0);
    if (!quiet && !document.hidden) this.requestUpdate();
  }

  /** Peers tell of themselves when they come and go; what waits for them must be asked for. */
  async #lookAgain(waits) {
    if (Date.now() - this.#looked < LOOK_AGAIN_MS || this.total > MOST_LOOKED_AT_AGAIN || document.hidden) return;
    this.#looked = Date.now();
    this.#waited = waits;
    await get('/api/peers').then((list) => this.#take(list), () => {});
  }

  // ---- what moves

  #flow({edges, sampled}) {
    const at = Date.now();
    const before = this.#people.size;
    const hops = edges.map((edge) => ({...this.#people.travelled(edge, 1 / sampled, at), sender: edge.from}));
    const messages = hops.reduce((sum, hop) => sum + hop.count, 0);
    if (this.#people.size !== before) this.requestUpdate();
    this.#beat = 12;
    if (messages <= LONELY && sampled === 1) {
      this.updateComplete.then(() => this.#oneByOne(hops));
    } else {
      hops.forEach((hop) => this.#swarm(hop, sampled));
    }
  }

  /** In the order in which they were sent, each with what it says. */
  #oneByOne(hops) {
    const ways = hops.flatMap((hop) => {
      const rows = this.#rows.filter(({from, to}) => from === hop.sender && to === hop.via).slice(-hop.count);
      return rows.length ? rows.map((row) => [row.id, hop, row]) : [[Infinity, hop, null]];
    });
    ways.sort(([a], [b]) => a - b).forEach(([, hop, row], i) => this.#lone(hop, row, i * APART_MS));
  }

  #lone({from, to, sender, via, failed}, row, delay) {
    const note = !to && failed ? `nobody listens on ${clip(visible(via), 40)}` : '';
    this.#scene?.travel({from, to, sender, failed: failed > 0, lone: true, label: row ? gist(row) : '', note, delay});
  }

  #swarm({from, to, sender, count: messages, failed}, sampled) {
    const dots = Math.min(4, 1 + Math.floor(Math.log2(messages)));
    for (let i = 0; i < dots; i++) {
      // The golden ratio spreads them evenly, however many there are, until the next news comes.
      this.#spread = (this.#spread + 0.618) % 1;
      this.#scene?.travel({from, to, sender, failed: i < Math.ceil((failed / messages) * dots), delay: this.#spread * Math.min(1000, 250 / sampled)});
    }
  }

  /** Shows the way of messages of the past. */
  async #replay(rows) {
    await this.updateComplete;
    if (!this.#scene) return;
    if (!this.#scene.ready) await new Promise((seen) => { requestAnimationFrame(() => requestAnimationFrame(seen)); });
    rows.forEach((row, i) => {
      const at = Date.now();
      const found = row.recipients ? this.#people.find(row.to, at) : null;
      const hop = {from: this.#people.find(row.from, at), to: found, sender: row.from, via: row.to, failed: row.status === 'ok' ? 0 : 1};
      this.#lone(hop, row, i * IN_TURN_MS);
    });
  }

  // ---- what is seen

  #open(name) {
    route.go(this.#chosen === name ? '/map' : peerUrl(name));
    this.updateComplete.then(() => this.renderRoot.querySelector('bub-peer')?.focus());
  }

  async #close() {
    const name = this.#chosen;
    route.go(this.#asList ? '/map?as=list' : '/map');
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
        <nav class="switch" aria-label="How to show it">
          <a class="button" href="/map" aria-current=${this.#asList ? nothing : 'page'}>Map</a>
          <a class="button" href="/map?as=list" aria-current=${this.#asList ? 'page' : nothing}>List</a>
        </nav></header>
      ${this.#asList
          ? html`<bub-peer-table .nodes=${nodes} @choose=${({detail}) => this.#openFromList(detail)} @keydown=${this.#key}></bub-peer-table>`
          : html`<bub-scene .nodes=${nodes} .selected=${chosen} .bus=${live.bus} .pace=${this.#pace} @keydown=${this.#key}
              @choose=${({detail}) => this.#open(detail)} @many=${({detail}) => route.go(`/map?${new URLSearchParams({as: 'list', role: detail})}`)}></bub-scene>`}
      ${this.#nobody(nodes)}
      ${this.#lastMessage()}
      ${chosen ? html`<bub-peer .name=${chosen} .node=${this.#people.get(chosen)} @keydown=${this.#key} @close=${this.#close}></bub-peer>` : nothing}`;
  }

  #openFromList(name) {
    route.go(`/map?${new URLSearchParams({as: 'list', peer: name})}`);
    this.updateComplete.then(() => this.renderRoot.querySelector('bub-peer')?.focus());
  }

  #nobody(nodes) {
    if (this.#asList || nodes.some(({peer}) => !peer || !HOUSE.has(peer.clientName) && peer.clientId !== 'agent:console')) return nothing;
    return html`<p class="empty"><span>Nobody else is here yet. <a href="/chat">Open Chat and say hello</a>.</span></p>`;
  }

  #lastMessage() {
    if (!this.last || this.#asList) return nothing;
    const {messageId, from, to, status, tookMs, at} = this.last;
    return html`<div class="last">
      <p class="clip"><span class="quiet">Last message</span> <a href=${messageUrl(messageId)}>${visible(from)} → ${visible(to)}</a>
        <span class="said">${clip(gist(this.last), 60)}</span> <span class="quiet">${status === 'ok' ? '' : `${status.replace('_', ' ')} · `}${
          tookMs === undefined ? '' : `${took(tookMs)} · `}${ago(at)}</span></p>
      <button class="small" @click=${() => this.#replay([this.last])}>Show its way</button></div>`;
  }

  #wrong() {
    return html`<div class="page"><h1>Map</h1><p class="notice bad" role="alert">${visible(this.problem.message)}</p>
      <div><button @click=${() => this.#load()}>Try again</button></div></div>`;
  }
}

/** What a person would call it: its text, or its type when it is made for programs. */
function gist({preview, type}) {
  const text = !preview || preview.startsWith('{') ? type ?? '' : preview;
  return clip(visible(text.replace(/\s+/g, ' ')), 24);
}

function clip(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

customElements.define('bub-map', BubMap);
