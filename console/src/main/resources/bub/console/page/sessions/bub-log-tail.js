/* End of an agent's log. Follows new lines while the end is visible, and stays still otherwise. */
import {LitElement, css, html, nothing} from 'lit';
import {withoutAnsi} from '../core/ansi.js';
import {get} from '../core/api.js';
import '../core/bub-copy.js';
import {look} from '../core/look.js';
import {sentence, visible} from '../core/text.js';

const POLL_MS = 2000;
const LENGTHS = [200, 500, 1000, 2000];
const NEAR_PX = 24;

class BubLogTail extends LitElement {
  static properties = {
    agent: {attribute: false},
    lines: {state: true},
    text: {state: true},
    more: {state: true},
    error: {state: true},
    following: {state: true},
    atEnd: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; gap: .6rem; }
    pre { max-height: 26rem; min-height: 6rem; overflow: auto; padding: .7rem .9rem; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); scrollbar-width: thin; }
    label { display: flex; align-items: center; gap: .4rem; min-height: 2.25rem; }
    .box { position: relative; }
    .down { position: absolute; inset: auto 1rem .8rem auto; background: var(--accent-wash); color: var(--accent); }
    @media (max-width: 720px) { label, button { min-height: 2.5rem; } }
  `];

  #timer = 0;

  constructor() {
    super();
    this.following = true;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#timer = setInterval(() => this.#poll(), POLL_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  willUpdate(changed) {
    if (!changed.has('agent')) return;
    this.lines = LENGTHS[0];
    this.text = null;
    this.error = null;
    this.atEnd = true;
    this.#load();
  }

  #poll() {
    if (this.following && this.atEnd && document.visibilityState === 'visible') this.#load();
  }

  async #load() {
    const {agent, lines} = this;
    try {
      const tail = await get('/api/sessions/log', {agent, lines});
      if (agent !== this.agent || lines !== this.lines) return;
      this.text = visible(withoutAnsi(tail.lines.join('\n')));
      this.more = tail.more;
      this.error = null;
    } catch (failed) {
      if (agent === this.agent) this.error = failed;
    }
  }

  updated(changed) {
    const box = this.renderRoot.querySelector('pre');
    if (changed.has('text') && this.atEnd && box) box.scrollTop = box.scrollHeight;
  }

  render() {
    return html`
      <div class="row wrap"><h2 class="grow">Log</h2>
        <label><input type="checkbox" .checked=${this.following} @change=${this.#follow}>Follow</label>
        ${this.more && this.lines < LENGTHS.at(-1) ? html`<button class="small" @click=${this.#longer}>More lines</button>` : nothing}
        <bub-copy label="Copy log" .text=${() => this.text ?? ''}></bub-copy></div>
      ${this.error ? html`<div class="notice bad row wrap" role="alert"><span class="grow">Could not read the log. ${sentence(this.error.message)}</span>
        <button @click=${this.#load}>Try again</button></div>` : nothing}
      ${this.text === '' ? html`<p class="quiet">The log is empty.</p>` : nothing}
      ${this.text ? html`<div class="box"><pre tabindex="0" role="log" aria-live="off" aria-label="Log" @scroll=${this.#scrolled}>${this.text}</pre>
        ${this.atEnd ? nothing : html`<button class="down small" @click=${this.#toEnd}>Newest lines</button>`}</div>` : nothing}`;
  }

  #follow({target}) {
    this.following = target.checked;
    this.#poll();
  }

  #longer() {
    this.lines = LENGTHS.find((length) => length > this.lines);
    this.atEnd = true;
    this.#load();
  }

  #scrolled({target}) {
    this.atEnd = target.scrollHeight - target.scrollTop - target.clientHeight < NEAR_PX;
  }

  #toEnd() {
    this.atEnd = true;
    const box = this.renderRoot.querySelector('pre');
    box.scrollTop = box.scrollHeight;
    box.focus();
    this.#load();
  }
}

customElements.define('bub-log-tail', BubLogTail);
