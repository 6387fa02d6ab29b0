/*
 * A participant of the map: a peer, an address behind one (a chat behind the console), or a sender
 * that is not connected, with its traffic and health.
 */
import {count, visible} from '../core/text.js';
import {DecayingCounter} from './decaying-counter.js';

const QUIET = 0.02;
const GROWING = 5;

/** Role names for people, singular and plural. */
export const ROLES = {
  'chat': ['chat', 'chats'],
  'other': ['other', 'others'],
  'system agent': ['system agent', 'system agents'],
  'agent': ['agent', 'agents'],
  'lobby agent': ['lobby agent', 'lobby agents'],
};

/** Guesses the role from an address; the bus reports the roles of its peers only. */
export function roleOf(address) {
  if (/^(tg|web|term):/.test(address)) return 'chat';
  return address.startsWith('agent:') ? 'agent' : 'other';
}

export class Node {
  /** Peer from the console; null for an address without a connection. */
  peer = null;
  /** Name of the peer in front of this address. */
  through = null;
  /** That peer itself. */
  behind = null;
  seen = 0;
  sentAt = 0;
  #traffic;
  #taken;
  #failed;
  #waitedFor = 0;
  #growing = false;

  constructor(name, at) {
    this.name = name;
    this.#traffic = new DecayingCounter(4, at);
    this.#taken = new DecayingCounter(30, at);
    this.#failed = new DecayingCounter(30, at);
  }

  get role() {
    return this.peer?.role ?? roleOf(this.name);
  }

  /** Name of the node of the cluster; '' on a single bus. An address is where its peer is. */
  get home() {
    return this.peer?.node ?? this.behind?.peer?.node ?? '';
  }

  get inFlight() {
    return this.peer?.inFlight ?? 0;
  }

  /** True for a sender without a connection: a caller of a door, or a peer that has left. */
  get isAway() {
    return !this.peer && !this.through;
  }

  leaves() {
    this.peer = this.through = this.behind = null;
  }

  is(peer) {
    this.through = this.behind = null;
    this.#growing = peer.inFlight >= GROWING && peer.inFlight > this.#waitedFor;
    this.#waitedFor = peer.inFlight;
    this.peer = peer;
  }

  sent(amount, at) {
    this.#traffic.add(amount, at);
  }

  got(amount, failed, at) {
    this.#traffic.add(amount, at);
    this.#taken.add(amount, at);
    if (failed) this.#failed.add(failed, at);
  }

  /** Messages per second, sent and received. */
  rate(at) {
    const rate = this.#traffic.perSecond(at);
    return rate < QUIET ? 0 : rate;
  }

  /** Returns the failed deliveries to it in about the last half minute, and the total. */
  failures(at) {
    return {failed: Math.round(this.#failed.value(at)), of: Math.round(this.#taken.value(at))};
  }

  /** Returns {mood, words}, so that the colour is never the only sign. */
  health(at) {
    const failed = this.#failed.value(at);
    if (failed >= 0.5 && failed > this.#taken.value(at) / 2) return {mood: 'bad', words: 'failing'};
    if (failed >= 0.1) return {mood: 'warn', words: 'some messages fail'};
    if (this.#growing) return {mood: 'warn', words: `${count(this.inFlight)} messages in flight`};
    return {mood: 'good', words: 'healthy'};
  }

  /** Says where an address without a connection is; '' for a peer. */
  get place() {
    if (this.through) return `behind ${visible(this.through)}`;
    return this.isAway ? 'not connected' : '';
  }

  /**
   * Accessible name. It begins with the visible text, so that people can say it to voice control.
   */
  words(at, under) {
    const rate = this.rate(at);
    const all = [under, ROLES[this.role][0], this.home && `node ${visible(this.home)}`, this.place, rate ? `${pacing(rate)} ${rate < 1.5 ? 'message' : 'messages'} per second` : 'quiet', this.health(at).words];
    return [visible(this.name), ...new Set(all.filter(Boolean))].join(', ');
  }
}

/** Formats a rate; rates below one are rounded, so that they do not flicker. */
export function pacing(rate) {
  return rate < 1 ? 'under 1' : count(Math.round(rate));
}
