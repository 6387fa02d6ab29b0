/* Converts traffic events to dots: a few messages one by one with their text, many as a swarm. */
import {visible} from '../core/text.js';

const NEWS_MS = 250;
const LONELY = 8;
const APART_MS = 450;
const IN_TURN_MS = 2000;
const MOST_OF_ONE = 4;

const HOUSEKEEPING = new Set(['agent_event', 'delivery_status', 'ping', 'route_query']);

/** Returns true for messages other than those between bub's own parts. */
export const isTalk = ({type}) => !HOUSEKEEPING.has(type);

export class Messenger {
  #people;
  #spread = 0;

  constructor(people) {
    this.#people = people;
  }

  /** Returns the moves for the scene; `rows` are the latest messages. */
  read({edges, sampled}, rows) {
    const at = Date.now();
    const hops = edges.map((edge) => ({...this.#people.travelled(edge, 1 / sampled, at), sender: edge.from}));
    const messages = hops.reduce((sum, {count}) => sum + count, 0);
    return messages <= LONELY && sampled === 1
        ? this.#oneByOne(hops, rows)
        : hops.flatMap((hop) => this.#swarm(hop));
  }

  /** Returns the moves of past messages, each after the one before has arrived. */
  retell(rows) {
    const at = Date.now();
    return rows.map((row, i) => this.#lone({
      from: this.#people.sender(row.from, at),
      to: row.recipients ? this.#people.find(row.to, at) : null,
      sender: row.from, via: row.to, failed: row.status === 'ok' ? 0 : 1,
    }, row, i * IN_TURN_MS));
  }

  /** Returns the moves in the order of sending. */
  #oneByOne(hops, rows) {
    return hops
        .flatMap((hop) => {
          const told = rows.filter(({from, to}) => from === hop.sender && to === hop.via).slice(-hop.count);
          return told.length ? told.map((row) => [row.id, hop, row]) : [[Infinity, hop, null]];
        })
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, hop, row], i) => this.#lone(hop, row, i * APART_MS));
  }

  #lone({from, to, sender, via, failed}, row, delay) {
    const note = !to && failed ? `no recipient at ${clip(visible(via), 40)}` : '';
    return {from, to, sender, failed: failed > 0, lone: true, label: row ? gist(row) : '', note, delay};
  }

  #swarm({from, to, sender, count, failed}) {
    const dots = Math.min(MOST_OF_ONE, 1 + Math.floor(Math.log2(count)));
    return Array.from({length: dots}, (_, i) => {
      // The golden ratio spreads any number of dots evenly until the next update.
      this.#spread = (this.#spread + 0.618) % 1;
      return {from, to, sender, failed: i < Math.ceil((failed / count) * dots), delay: this.#spread * NEWS_MS};
    });
  }
}

/** Returns the text of a message, or its type when it is made for programs. */
export function gist({preview, type}) {
  const text = !preview || preview.startsWith('{') ? type ?? '' : preview;
  return clip(visible(text.replace(/\s+/g, ' ')), 24);
}

function clip(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
