/* The chats there are, the newest first. */
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
    chosen: {},
    unread: {attribute: false},
  };

  static styles = [look, css`
    :host { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; height: 100%; }
    .head { display: flex; align-items: center; justify-content: space-between; padding: .6rem .75rem .6rem 1rem; min-height: 3.6rem; }
    nav { overflow-y: auto; padding: 0 .5rem .75rem; }
    ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .1rem; }
    li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .5rem; padding: .5rem .55rem; border-radius: var(--radius); color: var(--ink); text-decoration: none; }
    li a:hover { background: var(--raised); }
    li a[aria-current] { background: var(--accent-wash); }
    .said { grid-column: 1 / -1; font-size: .875rem; }
    .news { font-weight: 650; }
    .news::before { content: ''; display: inline-block; width: .55rem; height: .55rem; margin-inline-end: .4rem; border-radius: 50%; background: var(--accent); }
    .id, time { font-size: var(--tiny); color: var(--quiet); font-variant-numeric: tabular-nums; }
    .head button { min-height: 2.5rem; }
  `];

  render() {
    const known = this.chats.some(({id}) => id === this.chosen);
    const all = known || !this.chosen ? this.chats : [{id: this.chosen}, ...this.chats];
    return html`
      <div class="head">${this.chosen ? html`<h2>Chats</h2>` : html`<h1>Chats</h1>`}
        <button ?disabled=${!user.mayWrite} title=${user.mayWrite ? '' : 'You may look, but not write.'}
            @click=${() => this.dispatchEvent(new Event('new-chat'))}>${icons.plus} New chat</button></div>
      <nav aria-label="Chats"><ul>${repeat(all, ({id}) => id, (one) => this.#chat(one))}</ul></nav>`;
  }

  #chat({id, last}) {
    const isUnread = this.unread.has(id);
    return html`<li><a href=${`/chat/${encodeURIComponent(id)}`} aria-current=${id === this.chosen ? 'page' : nothing}>
      <span class="said clip ${isUnread ? 'news' : ''}" dir="auto">${isUnread ? html`<span class="unseen">News: </span>` : nothing}${last ? words(last) : 'New chat'}</span>
      <span class="id mono clip">${visible(id)}</span>
      ${last ? html`<time datetime=${last.at}>${when(last.at)}</time>` : nothing}
    </a></li>`;
  }
}

/** In one line there is no place for what Markdown marks. */
function words({speaker, text}) {
  const line = visible(text.slice(0, 200).replace(/\s+/g, ' ').trim());
  return speaker === 'human' ? `You: ${line}` : line.replace(/[*`#~|]+|:?-{3,}:?/g, '');
}

function when(at) {
  return day(at) === day(now()) ? clockTime(at).slice(0, 5) : day(at);
}

customElements.define('bub-chat-list', BubChatList);
