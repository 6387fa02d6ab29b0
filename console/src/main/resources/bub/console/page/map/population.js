/* Nodes of the map: the peers, and the addresses behind them. Draws nothing. */
import {Node} from './node.js';

const REMEMBER_MS = 600_000;
const MOST_BEHIND = 100;
const MOST_KNOWN = 5000;
// Programs that call through a door without a token of their own.
const CALLERS = 'api:';
const DOORS = 'agent:gateway';

export class Population {
  #nodes = new Map();
  // Subscriptions that end in *, longest first: they tell which peer an address belongs to.
  #prefixes = [];
  #owners = new Map();

  get nodes() {
    return [...this.#nodes.values()];
  }

  get(name) {
    return this.#nodes.get(name);
  }

  get size() {
    return this.#nodes.size;
  }

  /** Takes the connected peers and removes all others. */
  take(peers, at) {
    const here = new Set(peers.map((peer) => peer.clientId));
    for (const [name, node] of this.#nodes) {
      const gone = node.through ? !here.has(node.through) || here.has(name) : !here.has(name);
      if (gone) this.#nodes.delete(name);
    }
    for (const peer of peers) {
      this.#node(peer.clientId, at).is(peer);
    }
    this.#prefixes = peers
        .flatMap(({clientId, subscriptions}) => subscriptions
            .filter((pattern) => /^[^*?[]+\*$/.test(pattern))
            .map((pattern) => [pattern.slice(0, -1), clientId]))
        .sort(([a], [b]) => b.length - a.length);
    if (here.has(DOORS)) this.#prefixes.push([CALLERS, DOORS]);
    this.#owners.clear();
  }

  /** Counts an edge of the traffic. Returns its nodes on the map, null where there is none. */
  travelled({from, to, via, count, failed}, times, at) {
    const source = this.find(from, at);
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
      this.#forget(at);
    }
    return node;
  }

  #node(name, at) {
    if (!this.#nodes.has(name)) this.#nodes.set(name, new Node(name, at));
    return this.#nodes.get(name);
  }

  #owner(address) {
    if (!this.#owners.has(address)) {
      if (this.#owners.size > MOST_KNOWN) this.#owners.clear();
      this.#owners.set(address, this.#prefixes.find(([prefix]) => address.startsWith(prefix))?.[1] ?? null);
    }
    return this.#owners.get(address);
  }

  /** Removes chats that have been silent for long, or are too many. */
  #forget(at) {
    const behind = this.nodes.filter((node) => node.through).sort((a, b) => b.seen - a.seen);
    for (const node of behind.filter(({seen}, i) => i >= MOST_BEHIND || at - seen > REMEMBER_MS)) {
      this.#nodes.delete(node.name);
    }
  }
}
