/* Cache of recently opened chats. Each receives live events even while another chat is shown. */
import {live} from '../core/live.js';
import {Conversation} from './conversation.js';

const MOST = 20;
/** A line as the person of another channel sees it. */
const SHOWN = new Set(['tg_reply', 'operator_message']);
const kept = new Map();

export function conversation(id) {
  const found = kept.get(id) ?? new Conversation(id);
  kept.delete(id);
  kept.set(id, found);
  if (kept.size > MOST) kept.delete(kept.keys().next().value);
  return found;
}

export function forget(id) {
  kept.delete(id);
}

// An unsent message must go out even if the user shows another view when the console returns.
live.addEventListener('refresh', () => kept.forEach((talk) => talk.sayUnsent()));
live.addEventListener('chat', ({detail}) => kept.get(detail.chat)?.take(detail));
// For chats of other channels the stream only reports that there is a new message.
live.addEventListener('messages', ({detail: {rows}}) => kept.forEach((talk) => {
  const said = talk.isForeign && rows.some(({type, from, to}) =>
    (type === 'tg_message' && from === talk.id) || (SHOWN.has(type) && to === talk.id));
  if (said) talk.load();
}));
