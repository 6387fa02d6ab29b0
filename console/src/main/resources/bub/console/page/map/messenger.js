/* Turns news of traffic into what is to be seen of it: few messages one by one with their words, many as a swarm. */
import {visible} from '../core/text.js';

const NEWS_MS = 250;
const LONELY = 8;
const APART_MS = 450;
const IN_TURN_MS = 2000;
const MOST_OF_ONE = 4;

const HOUSEKEEPING = new Set(['agent_event', 'delivery_status', 'ping', 'route_query']);

/** What bub's own parts tell each other is not what people say. */
export const isTalk = ({type}) => !HOUSEKEEPING.has(type);

export class Messenger {
  #people;
  #spread = 0;

  constructor(people) {
    this.#people = people;
  }

  /** What moves, for the scene; `rows` are the messages that were told of last. */
  read({edges, sampled}, rows) {
    const at = Date.now();
    const hops = edges.map((edge) => ({...this.#people.travelled(edge, 1 / sampled, at), sender: edge.from}));
    const messages = hops.reduce((sum, {count}) => sum + count, 0);
    return messages <= LONELY && sampled === 1
        ? this.#oneByOne(hops, rows)
        : hops.flatMap((hop) => this.#swarm(hop));
  }

  /** Messages of the past, each after the one before has arrived. */
  retell(rows) {
    const at = Date.now();
    return rows.map((row, i) => this.#lone({
      from: this.#people.find(row.from, at),
      to: row.recipients ? this.#people.find(row.to, at) : null,
      sender: row.from, via: row.to, failed: row.status === 'ok' ? 0 : 1,
    }, row, i * IN_TURN_MS));
  }

  /** In the order in which they were sent. */
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
    const note = !to && failed ? `nobody listens on ${clip(visible(via), 40)}` : '';
    return {from, to, sender, failed: failed > 0, lone: true, label: row ? gist(row) : '', note, delay};
  }

  #swarm({from, to, sender, count, failed}) {
    const dots = Math.min(MOST_OF_ONE, 1 + Math.floor(Math.log2(count)));
    return Array.from({length: dots}, (_, i) => {
      // The golden ratio spreads them evenly, however many there are, until the next news comes.
      this.#spread = (this.#spread + 0.618) % 1;
      return {from, to, sender, failed: i < Math.ceil((failed / count) * dots), delay: this.#spread * NEWS_MS};
    });
  }
}

/** What a person would call a message: its text, or its type when it is made for programs. */
export function gist({preview, type}) {
  const text = !preview || preview.startsWith('{') ? type ?? '' : preview;
  return clip(visible(text.replace(/\s+/g, ' ')), 24);
}

function clip(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
