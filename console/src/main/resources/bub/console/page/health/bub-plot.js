/* One plot over time: lines, axes and the value under the cursor. All plots share the cursor. */
import {LitElement, css, html, nothing, svg} from 'lit';
import {look} from '../core/look.js';
import {clockTime} from '../core/text.js';
import {ticks} from './scale.js';

const HEIGHT = 132;
const TOP = 8, BOTTOM = 20, LEFT = 52, RIGHT = 8;

class BubPlot extends LitElement {
  static properties = {
    figure: {attribute: false},
    samples: {attribute: false},
    step: {attribute: false},
    seconds: {attribute: false},
    /** Number of steps before the last one; null without a cursor. */
    cursor: {attribute: false},
    width: {state: true},
  };

  static styles = [look, css`
    .card { height: 100%; padding: .8rem .9rem .4rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .1rem; }
    .head { display: flex; align-items: baseline; gap: .5rem; }
    h2 { font-size: var(--small); font-weight: 600; }
    .large { font-size: 1.25rem; font-weight: 650; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .legend {
      display: flex; flex-wrap: wrap; gap: 0 .9rem; min-height: 1.3rem; font-size: var(--tiny); color: var(--quiet);
      font-variant-numeric: tabular-nums;
    }
    .legend i { display: inline-block; width: .9rem; border-top: 2.5px solid; vertical-align: middle; margin-inline-end: .3rem; }
    .legend .dashed { border-top-style: dashed; }
    .plot { border-radius: .4rem; touch-action: pan-y; cursor: crosshair; }
    svg { display: block; width: 100%; height: ${HEIGHT}px; overflow: visible; }
    text { font-size: .6875rem; fill: var(--quiet); font-variant-numeric: tabular-nums; }
    .grid { stroke: var(--line); stroke-width: 1; shape-rendering: crispEdges; }
    .line { stroke-width: 1.7; stroke-linejoin: round; }
    .area { stroke: none; opacity: .1; }
    .away { fill: var(--raised); }
    .cursor { stroke: var(--strong-line); stroke-dasharray: 3 3; }
    .accent { stroke: var(--accent); fill: var(--accent); color: var(--accent); }
    .good { stroke: var(--good); fill: var(--good); color: var(--good); }
    .warn { stroke: var(--warn); fill: var(--warn); color: var(--warn); }
    .bad { stroke: var(--bad); fill: var(--bad); color: var(--bad); }
    .quiet { stroke: var(--quiet); fill: var(--quiet); color: var(--quiet); }
    .ink { stroke: var(--ink); fill: var(--ink); color: var(--ink); }
    .line.dashed { stroke-dasharray: 5 3; }
    path.line { fill: none; }
    .head .quiet { stroke: none; }
  `];

  #watch = new ResizeObserver(([{contentRect}]) => { this.width = Math.round(contentRect.width); });
  #lines = [];
  #shapes = nothing;
  #top = 1;

  constructor() {
    super();
    this.samples = [];
    this.cursor = null;
    this.width = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.updateComplete.then(() => this.#watch.observe(this.renderRoot.querySelector('.plot')));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#watch.disconnect();
  }

  willUpdate(changed) {
    // A moving cursor changes no line.
    if (!['samples', 'figure', 'width'].some((name) => changed.has(name)) || !this.width) return;
    const {lines, unit} = this.figure;
    this.#lines = (typeof lines === 'function' ? lines(this.samples) : lines).map((line) => ({
      ...line,
      values: this.samples.map((sample) => (sample.connected ? line.of(sample) ?? null : null)),
    }));
    const marks = ticks(this.#lines.reduce((top, {values}) => Math.max(top, ...values), 0) || 1, unit);
    this.#top = marks.at(-1);
    this.#shapes = svg`${this.#away()}${marks.map((mark) => this.#mark(mark))}${this.#times()}
      ${this.#lines.map((line, i) => this.#line(line, i)).reverse()}`;
  }

  // ---- geometry

  get #steps() {
    return Math.max(1, Math.ceil(this.seconds / this.step) - 1);
  }

  /**
   * Returns the x position: the newest sample is at the right, and missing ones leave the left
   * empty.
   */
  #x(index) {
    const back = this.samples.length - 1 - index;
    return LEFT + (this.width - LEFT - RIGHT) * (1 - back / this.#steps);
  }

  #y(value) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / this.#top);
  }

  // ---- drawing

  #line({ink, values}, order) {
    // A line that never leaves the axis would only thicken it.
    if (order && !values.some((value) => value > 0)) return nothing;
    let path = '';
    let area = '';
    let begun = -1;
    const close = (end) => {
      if (begun >= 0 && order === 0) area += `L${this.#x(end).toFixed(1)} ${this.#y(0)}L${this.#x(begun).toFixed(1)} ${this.#y(0)}Z`;
      begun = -1;
    };
    values.forEach((value, i) => {
      if (value === null) {
        close(i - 1);
        return;
      }
      const point = `${begun < 0 ? 'M' : 'L'}${this.#x(i).toFixed(1)} ${this.#y(value).toFixed(1)}`;
      // A single point needs a short stroke to be visible.
      path += begun < 0 && (values[i + 1] ?? null) === null ? `${point}h1.5` : point;
      if (order === 0) area += point;
      if (begun < 0) begun = i;
    });
    close(values.length - 1);
    return svg`<path class="area ${ink}" d=${area}></path><path class="line ${ink}" d=${path}></path>`;
  }

  #mark(value) {
    const y = Math.round(this.#y(value));
    return svg`<line class="grid" x1=${LEFT} x2=${this.width - RIGHT} y1=${y} y2=${y}></line>
      <text x=${LEFT - 6} y=${y + 4} text-anchor="end">${value ? this.figure.say(value) : '0'}</text>`;
  }

  #times() {
    const minutes = this.seconds / 60;
    const every = [1, 5, 15].find((step) => minutes / step <= 5) ?? 15;
    return Array.from({length: Math.floor(minutes / every) + 1}, (_, i) => i * every).map((back) => {
      const x = this.#x(this.samples.length - 1 - (back * 60) / this.step);
      return svg`<text x=${x.toFixed(0)} y=${HEIGHT - 4} text-anchor=${back ? 'middle' : 'end'}>${back ? `−${back} min` : 'now'}</text>`;
    });
  }

  /** Marks the times when the bus was unreachable. */
  #away() {
    const bars = [];
    this.samples.forEach(({connected}, i) => {
      if (connected) return;
      if (bars.at(-1)?.end === i - 1) bars.at(-1).end = i;
      else bars.push({from: i, end: i});
    });
    return bars.map(({from, end}) => svg`<rect class="away" x=${this.#x(from - 0.5).toFixed(1)} y=${TOP}
        width=${(this.#x(end + 0.5) - this.#x(from - 0.5)).toFixed(1)} height=${HEIGHT - TOP - BOTTOM}>
        <title>The bus was unreachable.</title></rect>`);
  }

  render() {
    const {title, hint, say, sum} = this.figure;
    const at = this.samples.length - 1 - (this.cursor ?? 0);
    const shown = (value) => (value === null || value === undefined ? '–' : say(value));
    const large = sum ? this.#lines.reduce((all, {values}) => all + (values.at(-1) ?? 0), 0) : this.#lines[0]?.values.at(-1);
    return html`<div class="card">
      <div class="head"><h2>${title}</h2><span class="grow small quiet clip">${hint ?? ''}</span>
        <span class="large">${shown(large)}</span></div>
      <div class="plot" role="img" tabindex="0" aria-label=${this.#summary(shown(large))}
          @pointermove=${this.#point} @pointerdown=${this.#point} @pointerleave=${() => this.#tell(null)}
          @keydown=${this.#key} @blur=${() => this.#tell(null)}>
        <svg aria-hidden="true">${this.#shapes}${this.cursor === null ? nothing : this.#hair(at)}</svg></div>
      <div class="legend">${this.cursor === null || !this.samples[at] ? nothing : html`<b>${clockTime(this.samples[at].at)}</b>`}
        ${this.#lines.length ? nothing : html`<span>none in this period</span>`}
        ${this.#lines.map(({name, ink, values}) => html`<span><i class=${ink}></i>${name} ${shown(values[at])}</span>`)}
      </div></div>`;
  }

  #hair(at) {
    const x = this.#x(at).toFixed(1);
    const known = this.#lines.filter(({values}) => (values[at] ?? null) !== null);
    return svg`<line class="cursor" x1=${x} x2=${x} y1=${TOP} y2=${HEIGHT - BOTTOM}></line>
      ${known.map(({ink, values}) => svg`<circle class=${ink} cx=${x} cy=${this.#y(values[at]).toFixed(1)} r="3"></circle>`)}`;
  }

  /** Describes the plot for screen readers. */
  #summary(now) {
    const {title, say} = this.figure;
    const top = this.#lines.reduce((most, {values}) => Math.max(most, ...values), 0);
    const range = this.seconds === 3600 ? 'hour' : `${this.seconds / 60} minutes`;
    return `${title}: ${now} now, at most ${say(top)} in the last ${range}. Use the arrow keys to read single values.`;
  }

  // ---- cursor

  #point(event) {
    const {left} = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left - LEFT) / (this.width - LEFT - RIGHT);
    this.#tell(Math.round((1 - part) * this.#steps));
  }

  #key(event) {
    const step = {ArrowLeft: 1, ArrowRight: -1, PageUp: 10, PageDown: -10, Home: Infinity, End: -Infinity}[event.key];
    if (event.key === 'Escape') this.#tell(null);
    if (step === undefined) return;
    event.preventDefault();
    this.#tell((this.cursor ?? (step > 0 ? -1 : 0)) + step, true);
  }

  #tell(back, aloud = false) {
    const cursor = back === null ? null : Math.max(0, Math.min(this.samples.length - 1, back));
    this.dispatchEvent(new CustomEvent('cursor', {detail: {cursor, words: aloud ? this.#words(this.samples.length - 1 - cursor) : ''}}));
  }

  #words(at) {
    const values = this.#lines.map(({name, values: {[at]: value}}) => `${name} ${value === null ? 'unknown' : this.figure.say(value)}`);
    return `${clockTime(this.samples[at].at)}: ${values.join(', ') || 'none'}`;
  }
}

customElements.define('bub-plot', BubPlot);
