/* Banner that reports an outage of the console or the bus, and disappears when it ends. */
import {LitElement, css, html, nothing} from 'lit';
import {age} from '../core/clock.js';
import {Listening, live} from '../core/live.js';
import {look} from '../core/look.js';
import {took, visible} from '../core/text.js';

// Delay before the banner appears, so that a page that is just opening shows none.
const PATIENCE_MS = 1500;

class BubBanner extends LitElement {
  static styles = [look, css`
    .banner { display: flex; gap: .6rem; align-items: center; padding: .5rem 1rem; background: var(--warn-wash); color: var(--warn); border-bottom: 1px solid var(--line); }
    .spin { width: .9rem; height: .9rem; border: 2px solid currentColor; border-inline-end-color: transparent; border-radius: 50%; animation: turn 1s linear infinite; flex: none; }
    @keyframes turn { to { rotate: 360deg; } }
  `];

  #opened = performance.now();

  constructor() {
    super();
    new Listening(this, {state: () => this.requestUpdate()});
    setTimeout(() => this.requestUpdate(), PATIENCE_MS);
  }

  render() {
    return html`<div role="status" aria-live="polite">${this.#trouble()}</div>`;
  }

  #trouble() {
    if (!live.connected) {
      const patient = performance.now() - this.#opened < PATIENCE_MS;
      return patient ? nothing : this.#banner('The console does not answer. Reconnecting …');
    }
    if (live.bus && !live.bus.connected) {
      const why = live.bus.reason ? `: ${visible(live.bus.reason)}` : '';
      const since = age(live.bus.since) > 1000 ? ` (${took(age(live.bus.since))})` : '';
      return this.#banner(`The bus is unreachable${since}${why}. This page shows old data. Reconnecting …`);
    }
    return nothing;
  }

  #banner(text) {
    return html`<div class="banner"><span class="spin"></span><span>${text}</span></div>`;
  }
}

customElements.define('bub-banner', BubBanner);
