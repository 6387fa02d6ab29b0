/* Chat view: a list beside the open chat; a phone shows one of the two at a time. */
import {LitElement, css, html, nothing} from 'lit';
import {get, post} from '../core/api.js';
import {Listening} from '../core/live.js';
import {look} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {sentence} from '../core/text.js';
import {user} from '../core/user.js';
import './bub-chat-list.js';
import './bub-conversation.js';
import {forget} from './conversations.js';

const TITLE = 'Chat · bub';
const TYPING_MS = 200;
const REST_MS = 1000;

class BubChat extends LitElement {
  static properties = {
    chats: {state: true},
    others: {state: true},
    unread: {state: true},
    refusal: {state: true},
  };

  static styles = [look, css`
    :host { display: block; height: 100%; }
    .both { display: grid; grid-template: minmax(0, 1fr) / 17rem minmax(0, 1fr); height: 100%; }
    .side { min-width: 0; min-height: 0; }
    bub-chat-list { border-inline-end: 1px solid var(--line); background: var(--surface); }
    @media (max-width: 1000px) { .both { grid-template-columns: 13.5rem minmax(0, 1fr); } }
    @media (max-width: 720px) {
      .both { grid-template-columns: minmax(0, 1fr); }
      .talk > :not(.side), .list .side { display: none; }
      bub-chat-list { border: 0; }
    }
  `];

  #missed = 0;
  /** Search text for the list. */
  #text = '';
  #searches = 0;
  #asksOthers = 0;
  #seen = () => this.#looked();

  constructor() {
    super();
    this.chats = null;
    this.others = [];
    this.unread = new Set();
    this.refusal = null;
    new Routing(this, () => this.#arrived());
    new Listening(this, {chat: (event) => this.#heard(event), chats: () => this.#load(), sessions: () => this.#othersSoon(), refresh: () => this.#load()});
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#seen);
    this.#load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#seen);
    clearTimeout(this.#asksOthers);
    clearTimeout(this.#searches);
    this.#asksOthers = 0;
  }

  get #chosen() {
    return route.view === 'chat' ? route.rest : '';
  }

  async #load() {
    this.#loadOthers();
    try {
      this.chats = (await get('/api/chats', {text: this.#text})).chats;
      this.refusal = null;
      await this.#arrived();
    } catch (refused) {
      this.refusal = refused;
    }
  }

  /**
   * Loads the chats of other channels. Without a system agent they are unknown, and the list omits
   * them.
   */
  async #loadOthers() {
    this.others = (await get('/api/channel-chats', {text: this.#text}).catch(() => null))?.chats ?? this.others;
  }

  #othersSoon() {
    this.#asksOthers ||= setTimeout(() => { this.#asksOthers = 0; this.#loadOthers(); }, REST_MS);
  }

  #search(text) {
    this.#text = text;
    clearTimeout(this.#searches);
    this.#searches = setTimeout(() => this.#load(), TYPING_MS);
  }

  /** Opens the chat of the URL; without one, the newest or a new chat. */
  async #arrived() {
    // The event also fires when the user leaves for another view.
    if (!this.isConnected || route.view !== 'chat') return;
    this.unread.delete(this.#chosen);
    this.requestUpdate();
    if (this.#chosen || !this.chats || route.parameters.has('list')) return;
    const agent = route.parameters.get('agent');
    if (agent && user.mayWrite) {
      await this.#begin({replace: true}, agent);
    } else if (this.chats.length > 0) {
      this.#open(this.chats[0].id, {replace: true});
    } else if (user.mayWrite) {
      await this.#begin({replace: true});
    }
  }

  #open(id, how) {
    route.go(`/chat/${encodeURIComponent(id)}`, how);
  }

  /** Starts a chat, with a new agent if none is given. */
  async #begin(how, agent) {
    try {
      this.#open((await post('/api/chats', {agent})).id, how);
    } catch (refused) {
      this.refusal = refused;
    }
  }

  #heard({chat, kind, line}) {
    if (kind !== 'line' || !this.chats) return;
    const known = this.chats.find(({id}) => id === chat) ?? {id: chat, title: line.speaker === 'human' ? line.text : undefined};
    this.chats = [{...known, last: line, at: line.at}, ...this.chats.filter(({id}) => id !== chat)];
    if (line.speaker === 'human') return;
    if (chat !== this.#chosen) this.unread = new Set(this.unread).add(chat);
    if (document.hidden) {
      this.#missed++;
      document.title = `(${this.#missed}) ${TITLE}`;
    }
  }

  /** Shows the list, because the open chat was deleted. */
  #deleted() {
    forget(this.#chosen);
    route.go('/chat?list', {replace: true});
  }

  #looked() {
    if (document.hidden) return;
    this.#missed = 0;
    document.title = TITLE;
  }

  render() {
    const chosen = this.#chosen;
    const failed = this.refusal && !this.chats;
    // An open chat stays, with its draft and its unsent messages.
    if (failed && !chosen) return this.#trouble(html`<h1>Chat</h1>`);
    return html`<div class="both ${chosen ? 'talk' : 'list'}">
      ${failed ? this.#trouble(html`<h2>Chats</h2>`) : html`<bub-chat-list .chats=${this.chats ?? []} .others=${this.others} .chosen=${chosen} .unread=${this.unread}
          @new-chat=${(event) => this.#begin({}, event.detail?.agent)} @search=${(event) => this.#search(event.detail.text)}></bub-chat-list>`}
      <div class="side">${chosen ? html`<bub-conversation .chat=${chosen} @new-chat=${() => this.#begin()} @deleted=${this.#deleted}></bub-conversation>` : this.#nothing()}</div>
    </div>`;
  }

  #nothing() {
    return this.refusal ? this.#trouble(html`<h1>Chat</h1>`)
        : this.chats ? html`<p class="empty">${this.chats.length ? 'Select a chat.' : 'No chats yet.'}</p>` : nothing;
  }

  #trouble(heading) {
    return html`<div class="empty" role="alert">${heading}<p>Could not load the chats. ${sentence(this.refusal.message)}</p>
      <button @click=${() => this.#load()}>Try again</button></div>`;
  }
}

customElements.define('bub-chat', BubChat);
