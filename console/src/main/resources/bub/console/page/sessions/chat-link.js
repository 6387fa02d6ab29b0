/* The chat of a session, as a link: chats of this console by their own name, others by their address. */
import {html} from 'lit';
import {visible} from '../core/text.js';

const WEB = 'web:';

export function chatLink(chat) {
  const id = chat.startsWith(WEB) ? chat.slice(WEB.length) : chat;
  return id ? html`<a class="chat" href=${`/chat/${encodeURIComponent(id.toWellFormed())}`}>${visible(chat)}</a>` : '';
}
