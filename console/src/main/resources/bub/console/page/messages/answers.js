/* Finds related messages: the one that a message answers, and its answers. */
import {get} from '../core/api.js';

// Later answers are found by a search only.
const WITHIN_MS = 600_000;
const MOST_PAGES = 4;
const MEMBERS = ['reply_to_message_id', 'in_reply_to', 'reply_to', 'replyTo'];

/** Returns the id of the message that this payload answers, or null. */
export function answeredBy(payload) {
  for (const part of [payload, payload?.content]) {
    for (const member of MEMBERS) {
      if (typeof part?.[member] === 'string') return part[member];
    }
  }
  return null;
}

/** Returns messages soon after this one that name its id, oldest first. */
export async function answersTo(row, signal) {
  const found = [];
  const until = new Date(Date.parse(row.at) + WITHIN_MS).toISOString();
  let before;
  for (let page = 0; page < MOST_PAGES; page++) {
    const {messages, next, complete} =
        await get('/api/messages', {text: row.messageId, since: row.at, until, before, limit: 20}, {signal});
    found.push(...messages.filter((one) => one.messageId !== row.messageId));
    before = next;
    if (complete) break;
  }
  return found.reverse();
}

/** Returns true when a message that names another answers it. */
export function isAnswer(row) {
  return row.type === 'tg_reply' || row.messageId.endsWith('/reply');
}

/** Returns true when a new row may be such an answer. */
export function mayAnswer(row, question) {
  return row.messageId !== question.messageId && (row.messageId.includes(question.messageId) || row.to === question.from);
}
