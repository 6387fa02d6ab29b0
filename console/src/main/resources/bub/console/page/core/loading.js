/* Loads the data of a view, one request at a time, and tracks its state: late, failed or loaded. */
import {html, nothing} from 'lit';
import {Listening} from './live.js';
import {sentence} from './text.js';

const LATE_MS = 300;

// The frame reports these errors; the loaded data stays.
const AWAY = ['bus_away', 'console_away'];

/** `load` returns a value, which is kept while a later load runs or has failed. */
export class Loading {
  value = null;
  error = null;
  #host;
  #load;
  #running = false;
  #again = false;
  #late = false;

  /** `events` names the live events that trigger a reload. */
  constructor(host, load, events = []) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
    new Listening(host, Object.fromEntries(['refresh', ...events].map((name) => [name, () => this.start()])));
  }

  hostConnected() {
    this.start();
  }

  /** Loads. A request during a load runs once after it. */
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

  /** Returns the notice beside or instead of the value: none, late, or the error. */
  notice() {
    if (this.error && !(this.value && AWAY.includes(this.error.code))) {
      return html`<div class="notice bad row wrap" role="alert"><span class="grow">Could not load the data. ${sentence(this.error.message)}</span>
        <button @click=${() => this.start()}>Try again</button></div>`;
    }
    return this.#late && !this.value ? html`<p class="quiet" role="status">Loading …</p>` : nothing;
  }
}
