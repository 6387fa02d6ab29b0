/*
 * Journey of a message as a sequence diagram: each step with its parties, its time and its
 * duration.
 */
import {LitElement, css, html, nothing, svg} from 'lit';
import {look, mood} from '../core/look.js';
import {took, visible} from '../core/text.js';
import {journeyOf, stepWords} from './journey.js';

const GUTTER = 56;
const HUB = 58;
const LANE = 118;
const TOP = 44;
const STEP = 42;
const LETTER = 6.9;
const BAR = 20;
const MOST_BARS = 10;

class BubSequence extends LitElement {
  static properties = {
    detail: {attribute: false},
    width: {state: true},
  };

  static styles = [look, css`
    svg { display: block; width: 100%; font: 12px var(--letters); }
    text { fill: var(--ink); }
    .name { font-weight: 650; text-anchor: middle; }
    .time, .gap { fill: var(--quiet); font-size: 11px; text-anchor: end; font-variant-numeric: tabular-nums; }
    .label { text-anchor: middle; paint-order: stroke; stroke: var(--surface); stroke-width: 5px; stroke-linejoin: round; }
    .lasted { fill: var(--quiet); font-size: 11px; }
    .lane { stroke: var(--line); stroke-width: 1.5; }
    .box { fill: var(--raised); stroke: var(--line); }
    .box.hub { fill: var(--accent-wash); stroke: var(--accent-wash); }
    .hub-name { fill: var(--accent); }
    .arrow { stroke: var(--strong-line); stroke-width: 1.5; fill: none; }
    .head { fill: var(--strong-line); }
    .dashed { stroke-dasharray: 5 4; }
    .span { fill: var(--raised); stroke: var(--line); }
    .track { fill: var(--raised); }
    .pending { animation: breathe 1.6s ease-in-out infinite; }
    @keyframes breathe { 50% { opacity: .45; } }
    .arrow.good { stroke: var(--good); } .head.good, .span.good { fill: var(--good); } text.good { fill: var(--good); }
    .arrow.warn { stroke: var(--warn); } .head.warn, .span.warn { fill: var(--warn); } text.warn { fill: var(--warn); }
    .arrow.bad { stroke: var(--bad); } .head.bad, .span.bad { fill: var(--bad); } text.bad { fill: var(--bad); }
    .arrow.accent { stroke: var(--accent); } .head.accent, .span.accent { fill: var(--accent); } text.accent { fill: var(--accent); }
    .bars { margin-top: .5rem; border-top: 1px solid var(--line); padding-top: .5rem; }
    .bars text { font-size: 11px; }
  `];

  #resizing = new ResizeObserver(([entry]) => { this.width = Math.round(entry.contentRect.width); });

  constructor() {
    super();
    this.width = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#resizing.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resizing.disconnect();
  }

  render() {
    const journey = journeyOf(this.detail);
    return html`
      <ol class="unseen">${journey.steps.map((step) => html`<li>${visible(stepWords(step, journey.sender))}</li>`)}</ol>
      ${this.width ? html`${this.#diagram(journey)}${this.#bars(journey)}` : nothing}`;
  }

  /**
   * Returns the positions of the lanes; recipients share one when space is short. The bus needs the
   * least.
   */
  #lanes({sender, recipients, lane}) {
    const isShared = recipients.length > 1 && GUTTER + HUB + (recipients.length + 1) * LANE > this.width;
    const names = [sender, 'bus', ...(isShared ? [lane] : recipients)];
    const width = (this.width - GUTTER - HUB) / (names.length - 1);
    const x = (place) => GUTTER + (place === 0 ? width / 2 : place === 1 ? width + HUB / 2 : HUB + width * (place - .5));
    const place = (who) => (who === 'sender' ? 0 : who === 'bus' ? 1 : isShared ? 2 : 2 + recipients.indexOf(who));
    return {names, isShared, x, wide: (place) => (place === 1 ? HUB : width), of: (who) => x(place(who))};
  }

  #diagram(journey) {
    const lanes = this.#lanes(journey);
    const {steps} = journey;
    const height = TOP + steps.length * STEP + 14;
    return html`<svg viewBox="0 0 ${this.width} ${height}" height=${height} aria-hidden="true">
      ${lanes.names.map((name, place) => svg`
        <line class="lane" x1=${lanes.x(place)} x2=${lanes.x(place)} y1="28" y2=${height}></line>
        <rect class="box ${place === 1 ? 'hub' : ''}" x=${lanes.x(place) - lanes.wide(place) / 2 + 3} y="2"
            width=${lanes.wide(place) - 6} height="26" rx="8"></rect>
        <text class="name ${place === 1 ? 'hub-name' : ''}" x=${lanes.x(place)} y="19">${fit(name, (lanes.wide(place) - 16) * .92)}
          <title>${visible(name)}</title></text>`)}
      ${this.#work(steps, lanes)}
      ${steps.map((step, number) => this.#step(step, number, lanes, steps[number - 1]))}
    </svg>`;
  }

  /** Draws bars on the lanes of parties at work. */
  #work(steps, lanes) {
    const bars = [];
    const open = new Map();
    steps.forEach((step, number) => {
      if (step.from === 'bus' && step.to !== 'sender') open.set(step.to, number);
      if (step.to === 'bus' && open.has(step.from)) {
        bars.push({who: step.from, from: open.get(step.from), to: number, status: step.status});
        open.delete(step.from);
      }
    });
    open.forEach((from, who) => bars.push({who, from, to: steps.length - 1, status: 'pending'}));
    return lanes.isShared ? nothing : bars.map(({who, from, to, status}) => svg`
      <rect class="span ${mood(status)}" x=${lanes.of(who) - 4} y=${y(from)} width="8" height=${Math.max(4, y(to) - y(from))} rx="3"></rect>`);
  }

  #step(step, number, lanes, before) {
    const at = y(number);
    const look = mood(step.status);
    if (step.lane) {
      return svg`${this.#times(step, at, before)}
        <text class="label ${look} ${step.status === 'pending' ? 'pending' : ''}" x=${lanes.of(step.lane)} y=${at + 4}>
          ${fit(step.text, this.width - GUTTER)}</text>`;
    }
    const from = lanes.of(step.from);
    const to = lanes.of(step.to);
    const way = Math.sign(to - from);
    const recipient = step.from === 'bus' ? step.to : step.from;
    const who = lanes.isShared && recipient !== 'sender' && !step.forAll ? `${recipient}: ` : '';
    const room = Math.max(from, to) - 12 - GUTTER;
    const words = fit(`${who}${step.text.length * LETTER > room ? step.text.replace('receipt: ', '') : step.text}`, room);
    // A long text extends to the left of its arrow, because bars are on the right.
    const middle = Math.min((from + to) / 2, Math.max(from, to) - 9 - words.length * LETTER / 2);
    return svg`${this.#times(step, at, before)}
      <line class="arrow ${look} ${step.dashed ? 'dashed' : ''}" x1=${from} x2=${to - way * 9} y1=${at} y2=${at}></line>
      <path class="head ${look}" d="M${to - way * 3} ${at} l${-way * 9} -4.500 v9z"></path>
      <text class="label ${look}" x=${middle} y=${at - 7}>${words}<title>${visible(step.text)}</title></text>
      ${step.took === undefined ? nothing : svg`<text class="label lasted" x=${(from + to) / 2} y=${at + 14}>${took(step.took)}</text>`}`;
  }

  /** Shows the time of a step and the pause before it. */
  #times(step, at, before) {
    if (step.at === undefined) return nothing;
    const gap = step.at - (before?.at ?? step.at);
    const pause = gap >= 1 && took(gap) !== took(step.at);
    return svg`<text class="time" x=${GUTTER - 10} y=${at + 4}>${step.at ? took(step.at) : '0'}</text>
      ${pause ? svg`<text class="gap" x=${GUTTER - 10} y=${at - STEP / 2 + 4}>+${took(gap)}</text>` : nothing}`;
  }

  /** Draws the durations in proportion. */
  #bars({spans, total, isOpen}) {
    if (!total || !spans.length) return nothing;
    const left = Math.min(150, this.width * .34);
    const scale = (this.width - left - 70) / total;
    const rows = [{name: isOpen ? 'so far' : 'whole journey', from: 0, to: total}, ...spans.slice(0, MOST_BARS)];
    const height = rows.length * BAR;
    return html`<div class="bars"><svg viewBox="0 0 ${this.width} ${height}" height=${height} aria-hidden="true">
      ${rows.map(({name, from, to, status}, place) => svg`
        <text x="0" y=${place * BAR + 14}>${fit(name, left - 8)}</text>
        <rect class="track" x=${left} y=${place * BAR + 6} width=${total * scale} height="8" rx="4"></rect>
        <rect class="span ${status ? mood(status) : 'accent'}" x=${left + from * scale} y=${place * BAR + 6}
            width=${Math.max(2, (to - from) * scale)} height="8" rx="3"></rect>
        <text class="time" x=${this.width} y=${place * BAR + 14}>${took(to - from)}</text>`)}
    </svg></div>`;
  }
}

function y(number) {
  return TOP + number * STEP + STEP / 2;
}

/** Cuts a text, because SVG does not. */
function fit(text, width) {
  const letters = [...visible(text).replaceAll('\n', ' ')];
  const most = Math.max(4, Math.floor(width / LETTER));
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`;
}

customElements.define('bub-sequence', BubSequence);
