/* Latest calls of this page; they are lost with it. */
import {nameOf} from './contract.js';

const MOST = 8;
const LONGEST = 120;
const calls = new Map();

const keyOf = (capability, agentId) => JSON.stringify([nameOf(capability), agentId]);

export function remember(capability, agentId, input, {ok, tookMs}) {
  const key = keyOf(capability, agentId);
  const one = {ok, tookMs, input, text: JSON.stringify(input).slice(0, LONGEST)};
  calls.set(key, [one, ...(calls.get(key) ?? [])].slice(0, MOST));
}

/** Returns the calls, newest first. */
export function recall(capability, agentId) {
  return calls.get(keyOf(capability, agentId)) ?? [];
}
