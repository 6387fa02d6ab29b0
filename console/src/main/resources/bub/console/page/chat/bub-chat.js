/* The chats of this console: a list beside the one that is open; on a phone one of the two at a time. */
import {LitElement, css, html, nothing} from 'lit';
import {get, post} from '../core/api.js';
import {Listening} from '../core/live.js';
import {look} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {visible} from '../core/text.js';
import {user} from '../core/user.js';
import './bub-chat-list.js';
import './bub-conversation.js';

const TITLE = 'Chat · bub';

class BubChat extends LitElement {
  static properties = {
    chats: {state: true},
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
      .talk bub-chat-list, .list .side { display: none; }
      bub-chat-list { border: 0; }
    }
  `];

  #missed = 0;
  #seen = () => this.#looked();

  constructor() {
    super();
    this.chats = null;
    this.unread = new Set();
    this.refusal = null;
    new Routing(this, () => this.#arrived());
    new Listening(this, {chat: (event) => this.#heard(event), refresh: () => this.#load()});
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#seen);
    this.#load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#seen);
  }

  get #chosen() {
    return route.view === 'chat' ? route.rest : '';
  }

  async #load() {
    try {
      this.chats = (await get('/api/chats')).chats;
      this.refusal = null;
      await this.#arrived();
    } catch (refused) {
      this.refusal = refused;
    }
  }

  /** Without a chat in the URL it is the newest, or one to begin with. */
  async #arrived() {
    // Whoever leaves for another view is heard here, too.
    if (!this.isConnected || route.view !== 'chat') return;
    this.unread.delete(this.#chosen);
    this.requestUpdate();
    if (this.#chosen || !this.chats || route.parameters.has('list')) return;
    if (this.chats.length > 0) {
      this.#open(this.chats[0].id, {replace: true});
    } else if (user.mayWrite) {
      await this.#begin({replace: true});
    }
  }

  #open(id, how) {
    route.go(`/chat/${encodeURIComponent(id)}`, how);
  }

  async #begin(how) {
    try {
      this.#open((await post('/api/chats')).id, how);
    } catch (refused) {
      this.refusal = refused;
    }
  }

  #heard({chat, kind, line}) {
    if (kind !== 'line' || !this.chats) return;
    const address = this.chats.find(({id}) => id === chat)?.address;
    this.chats = [{id: chat, address, last: line}, ...this.chats.filter(({id}) => id !== chat)];
    if (line.speaker === 'human') return;
    if (chat !== this.#chosen) this.unread = new Set(this.unread).add(chat);
    if (document.hidden) {
      this.#missed++;
      document.title = `(${this.#missed}) ${TITLE}`;
    }
  }

  #looked() {
    if (document.hidden) return;
    this.#missed = 0;
    document.title = TITLE;
  }

  render() {
    const chosen = this.#chosen;
    if (this.refusal && !this.chats) return this.#trouble();
    return html`<div class="both ${chosen ? 'talk' : 'list'}">
      <bub-chat-list .chats=${this.chats ?? []} .chosen=${chosen} .unread=${this.unread} @new-chat=${() => this.#begin()}></bub-chat-list>
      <div class="side">${chosen ? html`<bub-conversation .chat=${chosen} @new-chat=${() => this.#begin()}></bub-conversation>` : this.#nothing()}</div>
    </div>`;
  }

  #nothing() {
    return this.refusal ? this.#trouble()
        : this.chats ? html`<p class="empty">${this.chats.length ? 'Choose a chat.' : 'Nobody has said anything here yet.'}</p>` : nothing;
  }

  #trouble() {
    return html`<div class="empty" role="alert"><h1>Chat</h1><p>The chats could not be loaded: ${visible(this.refusal.message)}</p>
      <button @click=${() => this.#load()}>Try again</button></div>`;
  }
}

customElements.define('bub-chat', BubChat);
