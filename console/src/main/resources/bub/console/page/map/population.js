/*
 * Nodes of the map: the peers, the addresses behind them, and recent senders that are not connected.
 * Draws nothing.
 */
import {Node} from './node.js';

const REMEMBER_MS = 600_000;
const MOST_BEHIND = 100;
// Callers of doors, commands that connect for one call, and peers that have just left.
const REMEMBER_SENDER_MS = 300_000;
const MOST_SENDERS = 20;
const MOST_KNOWN = 5000;
// Services of the bus send without a connection, too.
const SERVICES = 'system:';

export class Population {
  #nodes = new Map();
  // Subscriptions that end in *, longest first: they tell which peer an address belongs to.
  #prefixes = [];
  #owners = new Map();
  // False while there are peers that the console does not list.
  #isComplete = false;
  #version = 0;

  get nodes() {
    return [...this.#nodes.values()];
  }

  get(name) {
    return this.#nodes.get(name);
  }

  /** Changes when a node is added or removed. */
  get version() {
    return this.#version;
  }

  /** Takes the connected peers. Of all others, only recent senders stay. */
  take({peers, total}, at) {
    const here = new Set(peers.map((peer) => peer.clientId));
    this.#isComplete = peers.length >= total;
    for (const node of this.#nodes.values()) {
      if (!here.has(node.through ?? node.name)) node.leaves();
    }
    for (const peer of peers) {
      this.#node(peer.clientId, at).is(peer);
    }
    this.forget(at);
    this.#prefixes = peers
        .flatMap(({clientId, subscriptions}) => subscriptions
            .filter((pattern) => /^[^*?[]+\*$/.test(pattern))
            .map((pattern) => [pattern.slice(0, -1), clientId]))
        .sort(([a], [b]) => b.length - a.length);
    this.#owners.clear();
  }

  /** Counts an edge of the traffic. Returns its nodes on the map, null where there is none. */
  travelled({from, to, via, count, failed}, times, at) {
    const source = this.sender(from, at);
    const target = this.#nodes.has(to) ? this.#recipient(to, via, at) : null;
    source?.sent(count * times, at);
    target?.got(count * times, failed * times, at);
    if (target?.through) this.get(target.through)?.got(count * times, failed * times, at);
    if (source?.through) this.get(source.through)?.sent(count * times, at);
    return {from: source, to: target, via, count, failed};
  }

  /** Returns the chat itself when a console received a message for one of its chats. */
  #recipient(to, via, at) {
    return via !== to && this.#owner(via) === to ? this.find(via, at) : this.get(to);
  }

  /** Returns the node of an address; adds one for an address behind a peer. */
  find(address, at) {
    const known = this.get(address);
    const through = known?.peer ? null : this.#owner(address);
    if (!known && !through) return null;
    const node = known ?? this.#node(address, at);
    if (through) {
      node.through = through;
      node.behind = this.get(through) ?? null;
      node.seen = at;
      this.forget(at);
    }
    return node;
  }

  /** Returns the node of a sender, connected or not; null for the bus itself. */
  sender(address, at) {
    const node = this.find(address, at) ?? this.#stranger(address, at);
    if (!node) return null;
    node.sentAt = Math.max(node.sentAt, at);
    if (node.isAway) this.forget(at);
    return node;
  }

  #stranger(address, at) {
    return this.#isComplete && !address.startsWith(SERVICES) ? this.#node(address, at) : null;
  }

  #node(name, at) {
    if (!this.#nodes.has(name)) {
      this.#nodes.set(name, new Node(name, at));
      this.#version++;
    }
    return this.#nodes.get(name);
  }

  #owner(address) {
    if (!this.#owners.has(address)) {
      if (this.#owners.size > MOST_KNOWN) this.#owners.clear();
      this.#owners.set(address, this.#prefixes.find(([prefix]) => address.startsWith(prefix))?.[1] ?? null);
    }
    return this.#owners.get(address);
  }

  /** Removes those without a connection that have been silent for long, or are too many. */
  forget(at) {
    this.#keep(MOST_BEHIND, REMEMBER_MS, at, (node) => node.through, ({seen}) => seen);
    this.#keep(MOST_SENDERS, REMEMBER_SENDER_MS, at, (node) => node.isAway, ({sentAt}) => (this.#isComplete ? sentAt : 0));
  }

  #keep(most, period, at, isOne, timeOf) {
    const all = this.nodes.filter(isOne).sort((a, b) => timeOf(b) - timeOf(a));
    for (const {name} of all.filter((node, i) => i >= most || at - timeOf(node) > period)) {
      this.#nodes.delete(name);
      this.#version++;
    }
  }
}
