/* The chat of a session: a link where the chat is on this page. */
import {html} from 'lit';
import {visible} from '../core/text.js';

const WEB = 'web:';

export function chatLink(chat) {
  const words = visible(chat);
  return chat.startsWith(WEB) ? html`<a class="chat" href=${`/chat/${encodeURIComponent(chat.slice(WEB.length).toWellFormed())}`}>${words}</a>` : words;
}
