/* Loads what a view shows, one request at a time, and knows whether it is late, wrong or there. */
import {html, nothing} from 'lit';
import {Listening} from './live.js';
import {visible} from './text.js';

const LATE_MS = 300;

// Of these the frame tells; what was loaded before stays.
const AWAY = ['bus_away', 'console_away'];

/** `load` answers with a value; it is kept while a later one is on its way or has failed. */
export class Loading {
  value = null;
  error = null;
  #host;
  #load;
  #running = false;
  #again = false;
  #late = false;

  /** `events`: those of the live stream after which everything is loaded again. */
  constructor(host, load, events = []) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
    new Listening(host, Object.fromEntries(['refresh', ...events].map((name) => [name, () => this.start()])));
  }

  hostConnected() {
    this.start();
  }

  /** What is asked for while one runs is loaded after it, once. */
  async start() {
    this.#again = this.#running;
    if (this.#running) return;
    this.#running = true;
    const late = setTimeout(() => this.#tell({late: true}), LATE_MS);
    try {
      this.value = await this.#load();
      this.error = null;
    } catch (failed) {
      this.error = failed;
    } finally {
      clearTimeout(late);
      this.#running = false;
      this.#tell({late: false});
    }
    if (this.#again && this.#host.isConnected) this.start();
  }

  #tell({late}) {
    this.#late = late;
    this.#host.requestUpdate();
  }

  /** What to show beside or instead of the value: nothing, that it is late, or what is wrong. */
  notice() {
    if (this.error && !(this.value && AWAY.includes(this.error.code))) {
      return html`<div class="notice bad row wrap" role="alert"><span class="grow">Could not load this: ${visible(this.error.message)}.</span>
        <button @click=${() => this.start()}>Try again</button></div>`;
    }
    return this.#late && !this.value ? html`<p class="quiet" role="status">Loading …</p>` : nothing;
  }
}
