/* The chats that were looked at lately: what happens in them is heard even while another is shown. */
import {live} from '../core/live.js';
import {Conversation} from './conversation.js';

const MOST = 20;
/** What a person of another channel is shown. */
const SHOWN = new Set(['tg_reply', 'operator_message']);
const kept = new Map();

export function conversation(id) {
  const found = kept.get(id) ?? new Conversation(id);
  kept.delete(id);
  kept.set(id, found);
  if (kept.size > MOST) kept.delete(kept.keys().next().value);
  return found;
}

/** A chat that was deleted: whoever comes back to it finds nothing. */
export function forget(id) {
  kept.delete(id);
}

// Who wrote something while the console was away may be elsewhere when it is back.
live.addEventListener('refresh', () => kept.forEach((talk) => talk.sayUnsent()));
live.addEventListener('chat', ({detail}) => kept.get(detail.chat)?.take(detail));
// Of chats of other channels the stream brings only that something was said.
live.addEventListener('messages', ({detail: {rows}}) => kept.forEach((talk) => {
  const said = talk.isForeign && rows.some(({type, from, to}) =>
    (type === 'tg_message' && from === talk.id) || (SHOWN.has(type) && to === talk.id));
  if (said) talk.load();
}));
