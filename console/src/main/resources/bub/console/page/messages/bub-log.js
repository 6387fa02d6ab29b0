/* List of messages: only visible rows are on the page. */
import {LitElement, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {now} from '../core/clock.js';
import {mood} from '../core/look.js';
import {bytes, clockTime, count, took, visible} from '../core/text.js';
import {statusWords} from './filter.js';
import {logLook} from './log-look.js';
import {ScrollSpace} from './scroll-space.js';

const ROW = 34;
const CARD = 58;
const SPARE = 6;
// Width in pixels below which a message takes two lines.
const NARROW = 760;
const IDLE_MS = 150;
const COLUMNS = ['Time', 'From', 'To', 'Type', 'Status', 'Took', 'Content'];
const DATE = new Intl.DateTimeFormat(undefined, {day: 'numeric', month: 'short'});

/**
 * Sends `open` (detail: the row, and true for the keyboard), and `follow` when the user leaves or
 * reaches the newest row.
 */
class BubLog extends LitElement {
  static properties = {
    log: {attribute: false},
    filter: {attribute: false},
    selected: {attribute: false},
    active: {state: true},
    cards: {state: true},
  };

  static styles = logLook;

  #space = new ScrollSpace();
  #view = 0;
  #settling = 0;
  #isTop = true;
  #resizing = new ResizeObserver(([entry]) => this.#resized(entry.contentRect));
  #changed = () => this.requestUpdate();
  #moved = ({detail}) => this.#shift(detail);

  constructor() {
    super();
    this.active = -1;
    this.cards = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#resizing.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resizing.disconnect();
    clearTimeout(this.#settling);
  }

  willUpdate(changes) {
    if (changes.has('log')) {
      changes.get('log')?.removeEventListener('change', this.#changed);
      changes.get('log')?.removeEventListener('moved', this.#moved);
      this.log.addEventListener('change', this.#changed);
      this.log.addEventListener('moved', this.#moved);
      this.active = -1;
      this.#goTo(0);
    }
    const isBeyond = this.#space.resize(this.log.total * this.#rowHeight, this.#view - this.#head);
    if (isBeyond) this.updateComplete.then(() => this.#goTo(this.#space.position));
  }

  get #rowHeight() {
    return this.cards ? CARD : ROW;
  }

  get #head() {
    return this.cards ? 0 : ROW;
  }

  get #grid() {
    return this.renderRoot?.querySelector('[role=grid]');
  }

  // ---- scrolling

  #resized({width, height}) {
    const top = this.#space.position / this.#rowHeight;
    this.#view = height;
    this.cards = width < NARROW;
    this.requestUpdate();
    this.updateComplete.then(() => this.#goTo(top * this.#rowHeight));
  }

  #scrolled() {
    const isStuck = this.#space.scrolledTo(this.#grid.scrollTop);
    clearTimeout(this.#settling);
    if (isStuck) {
      this.#goTo(this.#space.position);
    } else if (this.#space.offset) {
      this.#settling = setTimeout(() => this.#goTo(this.#space.position), IDLE_MS);
    }
    this.#noteTop();
    this.requestUpdate();
  }

  #goTo(position) {
    const top = this.#space.goTo(position);
    if (this.#grid) this.#grid.scrollTop = top;
    this.#noteTop();
    this.requestUpdate();
  }

  #noteTop() {
    const isTop = this.#space.position < this.#rowHeight && this.log.start === 0;
    if (isTop === this.#isTop) return;
    this.#isTop = isTop;
    this.dispatchEvent(new CustomEvent('follow', {detail: {isTop, row: this.log.row(this.#first)}}));
  }

  /** Renumbers the rows; the user keeps looking at the same one. */
  #shift(by) {
    if (this.active >= 0) this.active += by;
    if (this.#isTop && by > 0) return;
    this.#space.resize(this.log.total * this.#rowHeight, this.#view - this.#head);
    this.#grid.querySelector('.space').style.height = `${this.#space.room}px`;
    this.#goTo(this.#space.position + by * this.#rowHeight);
  }

  get #first() {
    return Math.floor(this.#space.position / this.#rowHeight);
  }

  get #fits() {
    return Math.max(1, Math.floor((this.#view - this.#head) / this.#rowHeight));
  }

  /** Scrolls the row of this number to the top. */
  show(number) {
    this.active = number;
    this.updateComplete.then(() => this.#goTo(number * this.#rowHeight));
  }

  focus() {
    this.#grid?.focus();
  }

  // ---- the keyboard

  async #key(event) {
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: this.#fits, PageUp: -this.#fits};
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) {
      this.#activate(this.active < 0 ? this.#first : this.active + steps[event.key]);
    } else if (event.key === 'Home') {
      if (!this.log.isAtNewest) this.log.reload();
      this.#activate(0);
    } else if (event.key === 'End') {
      this.#toEnd();
    } else if (event.key === 'Enter' && this.log.row(this.active)) {
      this.#open(true);
    } else {
      return;
    }
    event.preventDefault();
  }

  async #toEnd() {
    if (!this.log.isComplete) await this.log.toOldest();
    await this.updateComplete;
    this.#activate(this.log.total - 1);
  }

  #activate(number) {
    this.active = Math.min(Math.max(number, 0), this.log.total - 1);
    const top = this.active * this.#rowHeight;
    const bottom = top + this.#rowHeight - (this.#view - this.#head);
    if (top < this.#space.position) this.#goTo(top);
    if (bottom > this.#space.position) this.#goTo(bottom);
    if (this.selected && this.log.row(this.active)) this.#open(false);
  }

  #open(byKey) {
    this.dispatchEvent(new CustomEvent('open', {detail: {row: this.log.row(this.active), byKey}}));
  }

  // ---- drawing

  render() {
    const total = this.log.total;
    const first = Math.max(0, this.#first - SPARE);
    const last = Math.min(total, this.#first + this.#fits + SPARE + 2);
    const numbers = Array.from({length: Math.max(0, last - first)}, (_, i) => first + i);
    const known = this.log.isComplete && this.log.isAtNewest;
    return html`
      <div role="grid" tabindex="0" class=${this.cards ? 'cards' : ''} aria-label="Messages, newest first" aria-colcount="7"
          aria-rowcount=${known ? total + 1 : -1} aria-activedescendant=${this.log.row(this.active) ? `row-${this.active}` : nothing}
          aria-busy=${this.log.busy === 'jump'} @scroll=${this.#scrolled} @keydown=${this.#key}>
        <div role="rowgroup" class=${this.cards ? 'unseen' : 'head'}>
          <div role="row" class="row-line" aria-rowindex="1">${COLUMNS.map((name) => html`<span role="columnheader">${name}</span>`)}</div>
        </div>
        <div class="space" role="rowgroup"><div class="rows" role="presentation">
          ${repeat(numbers, (number) => this.#identity(number), (number) => this.#line(number))}
        </div></div>
      </div>`;
  }

  updated() {
    const space = this.renderRoot.querySelector('.space');
    const first = Math.max(0, this.#first - SPARE);
    space.style.height = `${this.#space.room}px`;
    space.firstElementChild.style.transform = `translateY(${first * this.#rowHeight - this.#space.offset}px)`;
    this.log.need(this.#first, this.#first + this.#fits);
  }

  /**
   * A row keeps its element when others appear above it, so that a click opens the intended
   * message.
   */
  #identity(number) {
    return this.log.row(number)?.id ?? `blank-${number}`;
  }

  #line(number) {
    const row = this.log.row(number);
    if (!row) {
      return html`<div role="row" class="row-line blank" aria-rowindex=${number + 2}><span role="gridcell"><i></i></span></div>`;
    }
    const classes = `row-line${number === this.active ? ' active' : ''}${row.messageId === this.selected ? ' selected' : ''}`;
    return html`
      <div role="row" id="row-${number}" class=${classes} aria-rowindex=${number + 2} aria-selected=${row.messageId === this.selected}>
        <span role="gridcell" class="time"><a href=${this.filter.url(row.messageId)} tabindex="-1"
            @click=${() => { this.active = number; }}>${when(row.at)}</a></span>
        <span role="gridcell" class="from clip">${visible(row.from)}</span>
        <span role="gridcell" class="to clip">${visible(row.to)}${row.recipients > 1
            ? html` <span class="quiet">×${count(row.recipients)}</span>` : nothing}</span>
        <span role="gridcell" class="type clip">${visible(row.type ?? '')}</span>
        <span role="gridcell" class="status"><span class="pill ${mood(row.status)}">${statusWords(visible(row.status))}</span></span>
        <span role="gridcell" class="took number">${row.tookMs === undefined ? '' : took(row.tookMs)}</span>
        <span role="gridcell" class="says clip">${row.preview ? visible(row.preview)
            : html`<span class="quiet">${bytes(row.bytes)}</span>`}</span>
      </div>`;
  }
}

/** Formats the time, with the day unless it is today. */
function when(at) {
  const isToday = new Date(at).toDateString() === new Date(now()).toDateString();
  return isToday ? clockTime(at, true) : `${DATE.format(new Date(at))} ${clockTime(at)}`;
}

customElements.define('bub-log', BubLog);
