/* Steps of a message, built from its events in the log. */
import {took} from '../core/text.js';
import {statusWords} from './filter.js';

const SHOWN = 8;
const MOST_SHOWN = 20;
const HAPPENED = {
  timeout: 'no answer in time',
  disconnected: 'disconnected before it answered',
  busy: 'busy',
};

/**
 * A step goes between two lanes ('sender', 'bus' or a recipient's name), or is a note at one.
 *
 * @typedef {{at?: number, from?: string, to?: string, lane?: string, text: string, status?: string,
 *     took?: number, dashed?: boolean, forAll?: boolean}} Step
 */

/** Returns {sender, recipients, lane, steps, spans, total, isOpen} for a message of the API. */
export function journeyOf({row, events}) {
  const all = [...new Set(events.filter(isDelivery).map((event) => event.actor))];
  const failed = new Set(events.filter(({event, status}) => event === 'process_finish' && status !== 'ok').map(({actor}) => actor));
  const recipients = all.length <= SHOWN + 1 ? all
    : all.filter((name, place) => place < SHOWN || failed.has(name)).slice(0, MOST_SHOWN);
  const trip = new Trip(row, new Set(recipients), all.length > recipients.length ? all.length : 0);
  events.forEach((event) => trip.add(event));
  return {
    sender: row.from,
    recipients,
    lane: `${all.length} recipients`,
    steps: trip.end(hiddenWords(all, recipients, failed)),
    spans: trip.spans,
    total: Math.max(events.at(-1)?.offsetMs ?? 0, 0),
    isOpen: trip.isOpen,
  };
}

function isDelivery({event}) {
  return event === 'process_start' || event === 'process_finish';
}

function hiddenWords(all, shown, failed) {
  const hidden = all.filter((name) => !shown.includes(name));
  const bad = hidden.filter((name) => failed.has(name)).length;
  const good = hidden.length - bad;
  return [good && `${good} more ok`, bad && `${bad} more failed`].filter(Boolean).join(', ');
}

class Trip {
  spans = [];
  isOpen = true;
  #row;
  #shown;
  #many;
  #steps = [];
  #sends = 0;
  #deliveries = new Map();
  #working = new Map();

  /** `many` is the number of recipients when they are too many to show one by one, else 0. */
  constructor(row, shown, many) {
    this.#row = row;
    this.#shown = shown;
    this.#many = many;
  }

  add(event) {
    switch (event.event) {
      case 'send_start': return this.#sent(event);
      case 'process_start': return this.#delivered(event);
      case 'process_finish': return this.#answered(event);
      case 'send_finish': return this.#finished(event);
      default: return this.#step({at: event.offsetMs, lane: 'bus', text: [event.event, event.error].filter(Boolean).join(': ')});
    }
  }

  #step(step) {
    this.#steps.push(step);
  }

  #sent({offsetMs}) {
    this.#sends++;
    this.isOpen = true;
    this.#step({at: offsetMs, from: 'sender', to: 'bus', text: this.#sends > 1 ? `sent again (${this.#sends})` : this.#row.type ?? 'send'});
  }

  #delivered({offsetMs, actor}) {
    const times = (this.#deliveries.get(actor) ?? 0) + 1;
    this.#deliveries.set(actor, times);
    this.#working.set(actor, offsetMs);
    if (this.#many && this.#deliveries.size === 1 && times === 1) {
      this.#step({at: offsetMs, from: 'bus', to: actor, text: `delivered to ${this.#many}`, forAll: true});
    } else if (this.#shown.has(actor) && (!this.#many || times > 1)) {
      this.#step({at: offsetMs, from: 'bus', to: actor, text: times > 1 ? `delivered again (${times})` : 'delivered'});
    }
  }

  #answered({offsetMs, actor, status, error, ack}) {
    const began = this.#working.get(actor);
    this.#working.delete(actor);
    if (!this.#shown.has(actor)) return;
    if (began !== undefined) this.spans.push({name: actor, from: began, to: offsetMs, status});
    const said = error ?? ack?.message;
    const words = HAPPENED[status] ?? [statusWords(status), said && said !== status && `“${said}”`].filter(Boolean).join(' ');
    const lasted = began === undefined ? undefined : offsetMs - began;
    this.#step({at: offsetMs, from: actor, to: 'bus', text: words, status, dashed: status in HAPPENED, took: lasted});
  }

  #finished({offsetMs, status, error}) {
    this.isOpen = false;
    this.#step({at: offsetMs, from: 'bus', to: 'sender', text: this.#receipt(status, error), status});
  }

  #receipt(status, error) {
    switch (status) {
      case 'ok': return this.#deliveries.size > 1 ? `receipt: all ${this.#deliveries.size} ok` : 'receipt: ok';
      case 'no_recipient': return 'receipt: no recipient';
      case 'halted': return error ?? 'halted by an interceptor';
      case 'error': return `receipt: ${error ?? 'failed'}`;
      default: return `receipt: ${[statusWords(status), error].filter(Boolean).join(', ')}`;
    }
  }

  /** Returns all steps, with one for the hidden ones before the receipt. */
  end(hidden) {
    const steps = [...this.#steps];
    if (hidden) steps.splice(this.isOpen ? steps.length : -1, 0, {at: steps.at(-1).at, lane: 'bus', text: hidden});
    if (this.isOpen) {
      const waiting = [...this.#working.keys()];
      const whom = waiting.length === 1 ? waiting[0] : `${waiting.length} recipients`;
      steps.push({at: undefined, lane: 'bus', text: waiting.length ? `waiting for ${whom} …` : 'in transit …', status: 'pending'});
    }
    return steps;
  }
}

/** Describes a step in words, for screen readers. */
export function stepWords({at, from, to, lane, text, took: ms}, sender) {
  const name = (who) => (who === 'sender' ? sender : who === 'bus' ? 'the bus' : who);
  const when = at === undefined ? '' : `after ${took(at)}: `;
  const what = lane ? text : `${name(from)} to ${name(to)}: ${text}`;
  return `${when}${what}${ms === undefined ? '' : ` (took ${took(ms)})`}`;
}
