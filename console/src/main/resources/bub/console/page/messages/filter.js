/* Filter of messages: stored in the URL, sent to the API, and applied to live rows. */

const FIELDS = ['from', 'to', 'type', 'status', 'text', 'since', 'until'];

/** Status names for people. */
export const STATUSES = {
  ok: 'ok',
  pending: 'pending',
  error: 'failed',
  timeout: 'timed out',
  disconnected: 'disconnected',
  busy: 'busy',
  no_recipient: 'no recipient',
  refused: 'refused',
  halted: 'halted',
};

export const statusWords = (status) => STATUSES[status] ?? status ?? 'unknown';

/** Immutable: `with` returns a new filter. */
export class Filter {
  #values;
  /** True to show background traffic, too: steps, typing, partial answers, the console's own calls. */
  showsAll;

  constructor(values = {}, showsAll = false) {
    this.showsAll = showsAll;
    this.#values = Object.fromEntries(FIELDS.filter((name) => values[name]).map((name) => [name, values[name]]));
  }

  static of(parameters) {
    const values = Object.fromEntries(parameters);
    for (const name of ['since', 'until']) {
      if (Number.isNaN(Date.parse(values[name]))) delete values[name];
    }
    return new Filter(values, parameters.has('all'));
  }

  /** True when background traffic is hidden; a filter by type or sender shows all of it. */
  get folds() {
    return !this.showsAll && !this.#values.type && !this.#values.from;
  }

  /** Parameters for the API. */
  get query() {
    return this.folds ? {...this.#values, background: false} : this.#values;
  }

  get values() {
    return this.#values;
  }

  get isEmpty() {
    return !Object.keys(this.#values).length;
  }

  /** Two filters with the same key find the same messages. */
  get key() {
    return JSON.stringify(this.query);
  }

  with(changes) {
    return new Filter({...this.#values, ...changes}, this.showsAll);
  }

  showing(all) {
    return new Filter(this.#values, all);
  }

  /** Returns the URL of this search, with an opened message if given. */
  url(messageId) {
    const query = new URLSearchParams({...this.#values, ...(this.showsAll && {all: 1}), ...(messageId && {id: messageId})});
    return query.size ? `/messages?${query}` : '/messages';
  }

  /**
   * Returns true when a live row matches. Only the beginning of a text is known; a search finds the
   * rest.
   */
  matches(row) {
    const {text, since, until, ...exact} = this.#values;
    const at = Date.parse(row.at);
    return !(this.folds && row.background)
        && Object.entries(exact).every(([name, value]) => row[name] === value)
        && !(since && at < Date.parse(since))
        && !(until && at >= Date.parse(until))
        && (!text || `${row.preview}\n${row.messageId}`.toLowerCase().includes(text.toLowerCase()));
  }
}
