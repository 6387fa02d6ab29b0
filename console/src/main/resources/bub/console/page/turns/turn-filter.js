/* Filter of turns: stored in the URL and sent to the API. */
import {now} from '../core/clock.js';

const FIELDS = ['text', 'agent', 'minMs', 'minCost', 'failed', 'last'];

/** Periods to search, in milliseconds. */
export const PERIODS = {hour: 3_600_000, day: 86_400_000, week: 604_800_000};
const USUAL_PERIOD = 'day';

/** Immutable: `with` returns a new filter. */
export class TurnFilter {
  values;

  constructor(values = {}) {
    this.values = Object.fromEntries(FIELDS.filter((name) => values[name]).map((name) => [name, values[name]]));
  }

  static of(parameters) {
    const values = Object.fromEntries(parameters);
    if (!Object.hasOwn(PERIODS, values.last)) delete values.last;
    if (!/^\d{1,9}$/.test(values.minMs)) delete values.minMs;
    if (!/^\d{1,6}(\.\d{1,9})?$/.test(values.minCost)) delete values.minCost;
    return new TurnFilter({...values, failed: values.failed === 'true' && 'true'});
  }

  get period() {
    return this.values.last ?? USUAL_PERIOD;
  }

  get isEmpty() {
    return !Object.keys(this.values).length;
  }

  /** Parameters for the API. */
  get query() {
    const {last, ...others} = this.values;
    return {...others, since: new Date(now() - PERIODS[last ?? USUAL_PERIOD]).toISOString()};
  }

  /** Two filters with the same key find the same turns. */
  get key() {
    return JSON.stringify(this.values);
  }

  with(changes) {
    return new TurnFilter({...this.values, ...changes});
  }

  /** Returns the URL of this search, with an opened turn if given. */
  url(id) {
    const query = new URLSearchParams({...this.values, ...(id && {id})});
    return query.size ? `/turns?${query}` : '/turns';
  }
}
