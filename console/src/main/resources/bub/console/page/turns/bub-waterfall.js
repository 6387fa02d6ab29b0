/* Waterfall of a turn: spans as a tree beside a common time axis; only visible rows are on the page. */
import {LitElement, html, nothing, svg} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {messageUrl} from '../core/route.js';
import {bytes, count, sentence, took, visible} from '../core/text.js';
import {KINDS, axisTime, nameOf, openRows, place, spent, ticks, tokens} from './spans.js';
import {waterfallLook} from './waterfall-look.js';

const ROW = 30;
const CARD = 52;
const SPARE = 8;
const INDENT = 14;
// Deeper spans are not indented further, so that their names stay readable.
const DEEPEST = 12;
// Width in pixels below which a span takes two lines.
const NARROW = 640;
const PIXELS_PER_TICK = 90;
const REDRAW_MS = 500;
const NEAR_END_PX = 40;

class BubWaterfall extends LitElement {
  static properties = {
    turn: {attribute: false},
    /** Message whose row is marked. */
    selected: {attribute: false},
    active: {state: true},
    closed: {state: true},
    width: {state: true},
  };

  static styles = waterfallLook;

  #rows = [];
  #view = 0;
  #top = 0;
  #sticks = false;
  #found = false;
  #timer = 0;
  #changed = () => this.requestUpdate();
  #resizing = new ResizeObserver(([{contentRect}]) => {
    this.width = contentRect.width;
    this.#view = contentRect.height;
    this.requestUpdate();
  });

  constructor() {
    super();
    this.active = null;
    this.closed = new Set();
    this.width = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.turn?.addEventListener('change', this.#changed);
    // A bar that is still open grows with the time.
    this.#timer = setInterval(() => { if (this.turn?.isRunning) this.requestUpdate(); }, REDRAW_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.turn?.removeEventListener('change', this.#changed);
    this.#resizing.disconnect();
    clearInterval(this.#timer);
  }

  willUpdate(changes) {
    if (changes.has('turn')) {
      changes.get('turn')?.removeEventListener('change', this.#changed);
      this.turn.addEventListener('change', this.#changed);
      Object.assign(this, {active: null, closed: new Set()});
      this.#found = false;
    }
    this.#rows = openRows(this.turn.spans, this.closed);
  }

  firstUpdated() {
    this.#resizing.observe(this.#grid);
  }

  updated() {
    const space = this.renderRoot.querySelector('.space');
    space.style.height = `${this.#rows.length * this.#rowHeight}px`;
    space.firstElementChild.style.transform = `translateY(${this.#first * this.#rowHeight}px)`;
    if (this.#sticks) this.#grid.scrollTop = this.#grid.scrollHeight;
    this.#showSelected();
  }

  get #grid() {
    return this.renderRoot.querySelector('[role=treegrid]');
  }

  get #isNarrow() {
    return this.width < NARROW;
  }

  get #rowHeight() {
    return this.#isNarrow ? CARD : ROW;
  }

  get #fits() {
    return Math.max(1, Math.ceil(this.#view / this.#rowHeight));
  }

  get #first() {
    const last = Math.max(0, this.#rows.length - this.#fits);
    return Math.max(0, Math.min(Math.floor(this.#top / this.#rowHeight), last) - SPARE);
  }

  get #place() {
    return this.#rows.findIndex(({id}) => id === this.active);
  }

  // ---- scrolling

  #scrolled() {
    const {scrollTop, scrollHeight, clientHeight} = this.#grid;
    this.#top = scrollTop;
    this.#sticks = this.turn.isRunning && scrollTop > 0 && scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    this.requestUpdate();
  }

  #showSelected() {
    if (this.#found || !this.selected || !this.#view) return;
    const number = this.#rows.findIndex(({messageId}) => messageId === this.selected);
    if (number < 0) return;
    this.#found = true;
    this.#reveal(number);
  }

  #reveal(number) {
    const grid = this.#grid;
    const head = grid.querySelector('.head').offsetHeight;
    const top = number * this.#rowHeight;
    const bottom = top + this.#rowHeight - (grid.clientHeight - head);
    if (top < grid.scrollTop) grid.scrollTop = top;
    if (bottom > grid.scrollTop) grid.scrollTop = bottom;
  }

  // ---- actions

  focus() {
    this.#grid?.focus();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.composedPath()[0] !== this.#grid) return;
    const page = Math.max(1, this.#fits - 2);
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page};
    const at = this.#place;
    const span = this.#rows[at];
    if (event.key in steps) {
      this.#activate(at < 0 ? this.#firstSeen : at + steps[event.key]);
    } else if (event.key === 'Home') {
      this.#activate(0);
    } else if (event.key === 'End') {
      this.#activate(this.#rows.length - 1);
    } else if (event.key === 'ArrowRight' && span) {
      this.#enter(span, at);
    } else if (event.key === 'ArrowLeft' && span) {
      this.#leave(span);
    } else if (event.key === 'Enter' && span?.link) {
      this.renderRoot.querySelector('.active .label a')?.click();
    } else {
      return;
    }
    event.preventDefault();
  }

  get #firstSeen() {
    return Math.ceil(this.#top / this.#rowHeight);
  }

  #activate(number) {
    const place = Math.min(Math.max(number, 0), this.#rows.length - 1);
    this.active = this.#rows[place]?.id ?? null;
    this.#reveal(place);
  }

  #enter(span, at) {
    if (this.closed.has(span.id)) {
      this.#toggle(span);
    } else if (span.hasChildren) {
      this.#activate(at + 1);
    }
  }

  #leave(span) {
    if (span.hasChildren && !this.closed.has(span.id)) {
      this.#toggle(span);
    } else {
      const parent = this.#rows.findIndex(({id}) => id === span.parent);
      if (parent >= 0) this.#activate(parent);
    }
  }

  #toggle({id}) {
    const closed = new Set(this.closed);
    if (!closed.delete(id)) closed.add(id);
    this.closed = closed;
  }

  // ---- drawing

  render() {
    const total = Math.max(this.turn.elapsedMs, 1);
    const marks = ticks(total, Math.max(2, Math.floor(this.#laneWidth / PIXELS_PER_TICK)));
    const first = this.#first;
    const shown = this.#rows.slice(first, first + this.#fits + 2 * SPARE);
    const active = shown.some(({id}) => id === this.active) ? `span-${this.#place}` : nothing;
    return html`
      <div role="treegrid" tabindex="0" class=${this.#isNarrow ? 'narrow' : ''} aria-label="Steps of the turn" aria-colcount="4"
          aria-rowcount=${this.#rows.length + 1} aria-activedescendant=${active} @scroll=${this.#scrolled} @keydown=${this.#key}>
        <div role="rowgroup" class="head"><div role="row" class="span" aria-rowindex="1">
          <span role="columnheader">Step</span>
          <span role="columnheader" class="lane"><span class="unseen">Time</span>${axis(marks, total)}</span>
          <span role="columnheader" class="took">Took</span><span role="columnheader" class="spent">Tokens, cost</span>
        </div></div>
        <div class="space" role="rowgroup"><div class="rows" role="presentation">
          ${repeat(shown, ({id}) => id, (span, place) => this.#line(span, first + place, total, marks))}
        </div></div>
      </div>
      ${this.#detail()}`;
  }

  get #laneWidth() {
    return this.#isNarrow ? this.width : this.width * .4;
  }

  #line(span, number, total, marks) {
    const isOpen = span.durationMs === undefined;
    const classes = ['span', kindOf(span), isOpen && 'open', span.error && 'failed',
      span.id === this.active && 'active', this.selected && span.messageId === this.selected && 'selected'];
    return html`
      <div role="row" id="span-${number}" class=${classes.filter(Boolean).join(' ')} aria-rowindex=${number + 2} aria-level=${span.depth + 1}
          aria-expanded=${span.hasChildren ? !this.closed.has(span.id) : nothing} aria-selected=${span.id === this.active}
          @click=${() => { this.active = span.id; }}>
        <span role="gridcell" class="step">${this.#indent(span)}<span class="dot" aria-hidden="true"></span>
          <span class="label clip" title=${nameOf(span)}>${this.#label(span)}</span>
          ${span.error ? html`<span class="why clip" title=${visible(span.error)}>${visible(span.error)}</span>` : nothing}</span>
        <span role="gridcell" class="lane"><span class="unseen">after ${took(Math.max(0, span.offsetMs))}</span>${bar(span, total, marks)}</span>
        <span role="gridcell" class="took">${isOpen ? '…' : took(span.durationMs)}</span>
        <span role="gridcell" class="spent">${spent(span.step)}</span>
      </div>`;
  }

  /** Draws a guide per level, and the button that hides the children. */
  #indent(span) {
    const depth = Math.min(span.depth, DEEPEST);
    const guides = Array.from({length: depth}, (_, level) => `M${level * INDENT + 9.5} 0v${CARD}`).join('');
    return html`${depth ? html`<svg class="indent" width=${depth * INDENT} aria-hidden="true"><path d=${guides} fill="none"></path></svg>` : nothing}
      ${span.hasChildren ? html`<button class="toggle" tabindex="-1" aria-label=${this.closed.has(span.id) ? 'Show the steps inside' : 'Hide the steps inside'}
          @click=${() => this.#toggle(span)}>${this.closed.has(span.id) ? '▸' : '▾'}</button>` : html`<span class="toggle"></span>`}`;
  }

  #label(span) {
    const words = html`${span.kind === 'message' ? nothing : html`<span class="quiet">${KINDS[span.kind] ?? visible(span.kind)}</span> `}${nameOf(span)}`;
    return span.link ? html`<a href=${messageUrl(span.link)} tabindex="-1">${words}</a>` : words;
  }

  #detail() {
    const span = this.#rows[this.#place];
    if (!span) return nothing;
    const {step = {}, durationMs} = span;
    const facts = [`began after ${took(Math.max(0, span.offsetMs))}`, durationMs === undefined ? '' : `took ${took(durationMs)}`,
      tokens(step) && `tokens: ${tokens(step)}`, spent({costUsd: step.costUsd}), step.retries && `retries: ${count(step.retries)}`,
      step.finish && `finish: ${visible(step.finish)}`, step.argumentsBytes && `arguments: ${bytes(step.argumentsBytes)}`,
      step.resultBytes && `result: ${bytes(step.resultBytes)}`];
    return html`<div class="detail" role="group" aria-label="Selected step">
      <div class="row wrap"><span class="key ${kindOf(span)} ${span.error ? 'failed' : ''}" aria-hidden="true"></span><b>${KINDS[span.kind] ?? visible(span.kind)}</b> <span>${nameOf(span)}</span>
        ${span.link ? html`<a href=${messageUrl(span.link)}>Show the message</a>` : nothing}</div>
      <div class="quiet">${facts.filter(Boolean).join(' · ')}</div>
      ${span.error ? html`<div class="why">${sentence(span.error)}</div>` : nothing}
      ${[span.text, step.arguments, step.result].filter(Boolean).map((text) => html`<div class="said" dir="auto">${visible(text)}</div>`)}
    </div>`;
  }
}

function kindOf({kind}) {
  return Object.hasOwn(KINDS, kind) ? kind : '';
}

function bar(span, total, marks) {
  const {x, width} = place(span, total);
  return html`<svg aria-hidden="true">${lines(marks, total)}${svg`
    <rect class="bar" x="${x}%" width="${width}%" y="30%" height="40%" rx="2"></rect>`}</svg>`;
}

function lines(marks, total) {
  return marks.map((ms) => svg`<line class="tick" x1="${100 * ms / total}%" x2="${100 * ms / total}%" y1="0" y2="100%"></line>`);
}

function axis(marks, total) {
  return html`<svg class="axis" aria-hidden="true">${lines(marks, total)}${marks.map((ms) => {
    const x = 100 * ms / total;
    // The last mark would extend beyond the axis.
    return svg`<text class=${x > 88 ? 'end' : ''} x="${x}%" dx=${x > 88 ? -4 : 4} y="19">${axisTime(ms)}</text>`;
  })}</svg>`;
}

customElements.define('bub-waterfall', BubWaterfall);
