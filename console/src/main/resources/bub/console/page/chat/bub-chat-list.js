/* List of chats, the newest first. Sends `new-chat` with the chosen agent, and `search`. */
import {LitElement, css, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {now} from '../core/clock.js';
import {icons} from '../core/icons.js';
import {look} from '../core/look.js';
import {clockTime, day, visible} from '../core/text.js';
import {user} from '../core/user.js';

class BubChatList extends LitElement {
  static properties = {
    chats: {attribute: false},
    others: {attribute: false},
    chosen: {},
    unread: {attribute: false},
    sought: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; grid-template-rows: auto auto minmax(0, 1fr); min-height: 0; height: 100%; }
    .head { display: flex; align-items: center; justify-content: space-between; padding: .6rem .75rem .6rem 1rem; min-height: 3.6rem; }
    nav { overflow-y: auto; padding: 0 .5rem .75rem; }
    ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .1rem; }
    li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .5rem; padding: .5rem .55rem; border-radius: var(--radius); color: var(--ink); text-decoration: none; }
    li a:hover { background: var(--raised); }
    li a[aria-current] { background: var(--accent-wash); }
    .title { font-size: .875rem; font-weight: 550; }
    .said { grid-column: 1 / -1; font-size: var(--small); color: var(--quiet); }
    .tools { display: grid; gap: .4rem; padding: 0 .75rem .6rem; }
    .tools input { width: 100%; min-height: 2.4rem; }
    summary { cursor: pointer; font-size: var(--small); color: var(--quiet); padding: .3rem .2rem; }
    form { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .4rem; padding-top: .3rem; }
    nav h3 { padding: .9rem .55rem .3rem; font-size: var(--small); color: var(--quiet); }
    .news { font-weight: 650; }
    .news::before { content: ''; display: inline-block; width: .55rem; height: .55rem; margin-inline-end: .4rem; border-radius: 50%; background: var(--accent); }
    time { font-size: var(--tiny); color: var(--quiet); font-variant-numeric: tabular-nums; }
    .head button { min-height: 2.5rem; }
  `];

  render() {
    const known = [...this.chats, ...this.others].some(({id}) => id === this.chosen);
    const all = known || !this.chosen || this.sought ? this.chats : [{id: this.chosen}, ...this.chats];
    return html`
      <div class="head">${this.chosen ? html`<h2>Chats</h2>` : html`<h1>Chats</h1>`}
        <button ?disabled=${!user.mayWrite} title=${user.mayWrite ? '' : 'You have read-only access.'}
            @click=${() => this.#tell('new-chat', {})}>${icons.plus} New chat</button></div>
      <div class="tools">
        <input type="search" aria-label="Search chats" placeholder="Search" autocomplete="off"
            @input=${this.#search}>
        ${user.mayWrite ? this.#byAddress() : nothing}
      </div>
      <nav aria-label="Chats"><ul>${repeat(all, ({id}) => id, (one) => this.#chat(one))}</ul>
        ${this.others.length ? html`<h3>Other channels</h3>
          <ul>${repeat(this.others, ({id}) => id, (one) => this.#chat(one))}</ul>` : nothing}</nav>`;
  }

  #search(event) {
    this.sought = event.target.value.trim();
    this.#tell('search', {text: this.sought});
  }

  #byAddress() {
    return html`<details><summary>Chat with an agent by its address</summary>
      <form @submit=${this.#named}>
        <input name="agent" aria-label="Address of the agent" placeholder="agent:worker" required maxlength="256" autocomplete="off"
            autocapitalize="off" spellcheck="false"><button>Open</button></form></details>`;
  }

  #named(event) {
    event.preventDefault();
    this.#tell('new-chat', {agent: event.target.elements.agent.value.trim()});
    event.target.reset();
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }

  #chat({id, address, title, last, at}) {
    const isUnread = this.unread.has(id);
    const name = id === address ? address : title ?? (last ? id : 'New chat');
    return html`<li><a href=${`/chat/${encodeURIComponent(id)}`} aria-current=${id === this.chosen ? 'page' : nothing}>
      <span class="title clip ${isUnread ? 'news' : ''}" dir="auto">${isUnread ? html`<span class="unseen">Unread: </span>` : nothing}${visible(name)}</span>
      ${at ? html`<time datetime=${at}>${when(at)}</time>` : nothing}
      ${last ? html`<span class="said clip" dir="auto">${words(last)}</span>` : nothing}
    </a></li>`;
  }
}

/** Strips Markdown marks for the one-line preview. */
function words({speaker, text}) {
  const line = visible(text.slice(0, 200).replace(/\s+/g, ' ').trim());
  return speaker === 'human' ? `You: ${line}` : line.replace(/[*`#~|]+|:?-{3,}:?/g, '');
}

function when(at) {
  return day(at) === day(now()) ? clockTime(at).slice(0, 5) : day(at);
}

customElements.define('bub-chat-list', BubChatList);
