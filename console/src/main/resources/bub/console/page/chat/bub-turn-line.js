/* Line under an answer: duration, steps and cost of its turn. Loads when it is first visible. */
import {LitElement, css, html, nothing} from 'lit';
import {get} from '../core/api.js';
import {turnUrl} from '../core/route.js';
import {gist} from '../turns/spans.js';

const MOST_KNOWN = 500;
const MOST_AT_ONCE = 2;
// The log gets the end of a turn a moment after the answer.
const SETTLE_MS = 500;
const LOOK_AGAIN_MS = 2000;
const MOST_LOOKS = 5;

/** Finished turns by the id of a message, the least recent first. */
const known = new Map();
const waiting = [];
let running = 0;

/** Returns the summary of a message's turn; null when the log does not have it. */
async function summaryOf(messageId) {
  if (known.has(messageId)) return known.get(messageId);
  if (running >= MOST_AT_ONCE) await new Promise((next) => { waiting.push(next); });
  running++;
  try {
    const turn = (await get('/api/traces', {id: messageId})).turns[0] ?? null;
    if (turn && !turn.running) known.set(messageId, turn);
    if (known.size > MOST_KNOWN) known.delete(known.keys().next().value);
    return turn;
  } catch {
    return null;
  } finally {
    running--;
    waiting.shift()?.();
  }
}

class BubTurnLine extends LitElement {
  static properties = {
    messageId: {attribute: false},
    turn: {state: true},
  };

  static styles = css`
    :host { display: block; min-height: 1.1rem; font-size: var(--tiny); }
    a { color: var(--quiet); font-variant-numeric: tabular-nums; text-decoration: none; padding-block: .2rem; }
    a:hover { text-decoration: underline; }
    a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    .bad { color: var(--bad); }
  `;

  #seen = new IntersectionObserver(([{isIntersecting}]) => { if (isIntersecting) this.#load(); });
  #timer = 0;
  #looks = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#seen.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#seen.disconnect();
    clearTimeout(this.#timer);
  }

  async #load() {
    this.#seen.unobserve(this);
    clearTimeout(this.#timer);
    if (!known.has(this.messageId)) await new Promise((later) => { this.#timer = setTimeout(later, SETTLE_MS); });
    this.turn = await summaryOf(this.messageId);
    if ((!this.turn || this.turn.running) && this.isConnected && this.#looks++ < MOST_LOOKS) {
      this.#timer = setTimeout(() => this.#load(), LOOK_AGAIN_MS);
    }
  }

  render() {
    return this.turn ? html`<a class=${this.turn.totals.errors ? 'bad' : ''} href=${turnUrl(this.messageId)}
        title="Show the turn">${gist(this.turn)}</a>` : nothing;
  }
}

customElements.define('bub-turn-line', BubTurnLine);
