/* Details of one peer: its subscriptions, its health and its latest messages. */
import {LitElement, css, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {get} from '../core/api.js';
import {icons} from '../core/icons.js';
import {Listening} from '../core/live.js';
import {look, mood} from '../core/look.js';
import {chatWithUrl, messageUrl, messagesUrl, peerUrl} from '../core/route.js';
import {ago, clockTime, count, day, sentence, visible} from '../core/text.js';
import {user} from '../core/user.js';
import {ROLES, pacing} from './node.js';

const SHOWN = 10;
const CONSOLE = 'agent:console';
const REST_MS = 2000;

class BubPeer extends LitElement {
  static properties = {
    name: {attribute: false},
    // The object stays the same while its content changes.
    node: {attribute: false, hasChanged: () => true},
    messages: {state: true},
    problem: {state: true},
  };

  static styles = [look, css`
    :host {
      width: 23rem; overflow: auto; background: var(--surface);
      border-inline-start: 1px solid var(--line); border-top: 1px solid var(--line);
    }
    section { display: grid; gap: 1rem; padding: 1rem; }
    .head { align-items: start; }
    h2 { overflow-wrap: anywhere; outline: none; }
    .head button { min-width: 2.5rem; min-height: 2.5rem; padding: 0; margin: -.4rem -.4rem 0 0; }
    .chips { display: flex; flex-wrap: wrap; gap: .3rem; }
    .chips code { padding: .05rem .45rem; border-radius: .4rem; background: var(--raised); overflow-wrap: anywhere; }
    ul { list-style: none; margin: 0; padding: 0; }
    li a {
      display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: .1rem .5rem; padding: .4rem .3rem; margin: 0 -.3rem;
      border-radius: .5rem; color: inherit; text-decoration: none; font-size: var(--small);
    }
    li a:hover { background: var(--raised); }
    li .words { grid-column: 1 / -1; }
    @media (max-width: 720px) { :host { width: auto; border-radius: 1rem 1rem 0 0; box-shadow: 0 -6px 24px #0003; } }
  `];

  #again = 0;
  #asked = null;

  constructor() {
    super();
    this.messages = null;
    this.problem = null;
    new Listening(this, {
      messages: ({rows}) => rows.some(({from, to}) => from === this.name || to === this.name) && this.#soon(),
      refresh: () => this.#load(),
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#again);
    this.#again = 0;
    this.#asked?.abort();
  }

  willUpdate(changed) {
    if (!changed.has('name')) return;
    this.messages = null;
    this.#load();
  }

  /** Limits how often the latest messages are loaded, however busy the peer is. */
  #soon() {
    this.#again ||= setTimeout(() => { this.#again = 0; this.#load(); }, REST_MS);
  }

  async #load() {
    this.#asked?.abort();
    const {signal} = this.#asked = new AbortController();
    try {
      const [said, heard] = await Promise.all(
          ['from', 'to'].map((end) => get('/api/messages', {[end]: this.name, limit: SHOWN}, {signal})));
      const both = new Map([...said.messages, ...heard.messages].map((row) => [row.id, row]));
      this.messages = [...both.values()].sort((a, b) => b.id - a.id).slice(0, SHOWN);
      this.problem = null;
    } catch (refused) {
      if (refused.name !== 'AbortError') this.problem = refused;
    }
  }

  focus() {
    this.updateComplete.then(() => this.renderRoot.querySelector('h2').focus());
  }

  render() {
    return html`<section aria-labelledby="name">
      <div class="row head"><h2 id="name" class="grow" tabindex="-1">${visible(this.name)}</h2>
        <button class="plain" aria-label="Close" @click=${() => this.dispatchEvent(new Event('close'))}>${icons.close}</button></div>
      ${this.node ? this.#here(this.node, Date.now()) : html`<p class="notice">Not connected.</p>`}
      ${user.mayWrite && this.name !== CONSOLE && this.#canAnswer ? html`<div><a class="button" href=${chatWithUrl(this.name)}>Chat with it</a></div>` : nothing}
      <div><div class="row"><h3 class="grow">Last messages</h3>
        <a class="small" href=${messagesUrl({from: this.name})}>all sent</a>
        <a class="small" href=${messagesUrl({to: this.name})}>all received</a></div>
      ${this.#lastMessages()}</div></section>`;
  }

  get #canAnswer() {
    return this.node && !this.node.isAway && ['agent', 'lobby agent', 'other'].includes(this.node.role);
  }

  #here(node, at) {
    const {peer, through} = node;
    const {mood: colour, words} = node.health(at);
    const {failed, of} = node.failures(at);
    const rate = node.rate(at);
    return html`<div class="row wrap"><span class="pill">${ROLES[node.role][0]}</span><span class="pill ${colour}">${words}</span></div>
      ${node.isAway ? html`<p class="quiet small">Not connected: it called through a door, or it has left.</p>` : nothing}
      <dl>
        ${through ? html`<dt>Behind</dt><dd><a href=${peerUrl(through)}>${visible(through)}</a></dd>` : nothing}
        <dt>Messages</dt><dd>${rate ? `${pacing(rate)} per second` : 'none now'}</dd>
        <dt>Failed</dt><dd>${failed} of ${of} received in the last 30 s</dd>
        ${peer ? html`
          <dt>In flight</dt><dd>${peer.inFlight ? `${count(peer.inFlight)} without an ack` : 'none'}</dd>
          <dt>Listens to</dt><dd class="chips">${peer.subscriptions.map((pattern) => html`<code>${visible(pattern)}</code>`)}</dd>
          ${peer.node ? html`<dt>Node</dt><dd><a href="/cluster">${visible(peer.node)}</a></dd>` : nothing}
          <dt>Program</dt><dd>${visible(peer.clientName)} ${visible(peer.clientVersion)}</dd>
          <dt>Dialect</dt><dd>${visible(peer.dialect)}</dd>
          <dt>Connected</dt><dd>${ago(peer.connectedAt)}
            <span class="quiet small">${day(peer.connectedAt)} ${clockTime(peer.connectedAt)}</span></dd>` : nothing}
      </dl>`;
  }

  #lastMessages() {
    if (this.problem) {
      return html`<p class="notice bad" role="alert">${sentence(this.problem.message)}</p><button @click=${this.#load}>Try again</button>`;
    }
    if (!this.messages) return nothing;
    if (!this.messages.length) return html`<p class="quiet small">No messages yet.</p>`;
    // Keyed by id, so that a link does not change to another message during a click.
    return html`<ul>${repeat(this.messages, ({id}) => id, (row) => {
      const out = row.from === this.name;
      return html`<li><a href=${messageUrl(row.messageId)}><span class="quiet">${out ? 'to' : 'from'}</span>
        <span class="clip">${visible(out ? row.to : row.from)}</span>
        <span class="pill ${mood(row.status)}">${row.status.replace('_', ' ')}</span>
        <span class="words clip quiet">${clockTime(row.at)} ${visible(row.preview || row.type || '')}</span></a></li>`;
    })}</ul>`;
  }
}

customElements.define('bub-peer', BubPeer);
