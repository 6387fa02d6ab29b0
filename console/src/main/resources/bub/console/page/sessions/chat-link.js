/* Link to the chat of a session: chats of this console by id, others by address. */
import {html} from 'lit';
import {visible} from '../core/text.js';

const WEB = 'web:';

export function chatLink(chat) {
  const id = chat.startsWith(WEB) ? chat.slice(WEB.length) : chat;
  return id ? html`<a class="chat" href=${`/chat/${encodeURIComponent(id.toWellFormed())}`}>${visible(chat)}</a>` : '';
}
