/*
 * Drawing of the map: the bus, the peers around it as buttons, and canvases below for lines and
 * dots.
 */
import {LitElement, html, nothing} from 'lit';
import {classMap} from 'lit/directives/class-map.js';
import {repeat} from 'lit/directives/repeat.js';
import {look} from '../core/look.js';
import {count, visible} from '../core/text.js';
import {Palette} from './palette.js';
import {Journeys} from './journeys.js';
import {Lines} from './lines.js';
import {ROLES, pacing, roleOf} from './node.js';
import {Places} from './places.js';
import {sceneLook} from './scene-look.js';
import {outline, stepOf} from './shapes.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');
// Names of one kind often differ only at the end.
const ENDING = 5;

/** Shows a name, with its middle cut out where space is short. */
function nameOf({name}) {
  const letters = [...visible(name)];
  const beginning = letters.slice(0, -ENDING).join('');
  return html`<span class="name">${beginning ? html`<span class="clip">${beginning}</span>` : nothing}${letters.slice(-ENDING).join('')}</span>`;
}

// Set as a property: the content security policy forbids style attributes.
const moved = (x, y, more = '') => `transform: translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) ${more}`;

class BubScene extends LitElement {
  static properties = {
    nodes: {attribute: false},
    selected: {attribute: false},
    bus: {attribute: false},
    pace: {attribute: false},
  };

  static styles = [look, sceneLook];

  #places = new Places();
  #plan = null;
  #size = {width: 0, height: 0};
  #sized = Promise.withResolvers();
  #palette = new Palette(this, () => this.#lines && this.#drawLines());
  #lines = null;
  #journeys = null;
  #unlight = 0;
  #busAt = '';
  #watch = new ResizeObserver(([{contentRect}]) => this.#resize(contentRect));

  constructor() {
    super();
    this.nodes = [];
    this.pace = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#palette.start();
    this.#watch.observe(this);
    document.addEventListener('visibilitychange', this.#hide);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#palette.stop();
    this.#watch.disconnect();
    this.#journeys?.stop();
    clearTimeout(this.#unlight);
    document.removeEventListener('visibilitychange', this.#hide);
  }

  #hide = () => document.hidden && this.#journeys.stop();

  firstUpdated() {
    const [lines, dots] = [...this.renderRoot.querySelectorAll('canvas')].map((canvas) => canvas.getContext('2d'));
    this.#lines = new Lines(lines, this.#palette);
    this.#journeys = new Journeys(dots, this.#palette);
    this.#journeys.font = getComputedStyle(this).fontFamily;
  }

  /** Number of dots in motion. */
  get moving() {
    return this.#journeys?.moving ?? 0;
  }

  /** Resolves when every peer has a place. */
  async placed() {
    await this.updateComplete;
    if (!this.#plan) await this.#sized.promise;
  }

  /** Moves a message over the map; `from` and `to` are nodes or null, `sender` is an address. */
  travel({from, to, sender, failed, lone, label, note, delay}) {
    if (!this.#plan || document.hidden) return;
    if (still.matches) {
      this.#light(from, to, failed);
      if (note) this.#journeys.say(note);
      return;
    }
    this.#journeys.begin({
      from: this.#spot(from, sender), to: to && this.#spot(to, to.name), failed, lone, label, note, delay,
    });
  }

  #light(from, to, failed) {
    if (from) this.#lines.light(from.name, failed && !to);
    if (to) this.#lines.light(to.name, failed);
    this.#drawLines();
  }

  /** A node without a place belongs to the rest of its role, or comes from outside. */
  #spot(node, address) {
    const role = node?.role ?? roleOf(address);
    const side = role === 'chat' || role === 'other' ? -1 : 1;
    return this.#plan.at.get(node?.name)
        ?? this.#plan.groups.find((group) => group.role === role && group.home === (node?.home ?? '') && group.more)?.more
        ?? {x: this.#plan.bus.x + (side * this.#size.width) / 2, y: this.#plan.bus.y, side};
  }

  #resize({width, height}) {
    if (!width || !height) return;
    this.#size = {width, height};
    const sharp = Math.min(devicePixelRatio, 2);
    for (const canvas of this.renderRoot.querySelectorAll('canvas')) {
      canvas.width = Math.round(width * sharp);
      canvas.height = Math.round(height * sharp);
      canvas.getContext('2d').setTransform(sharp, 0, 0, sharp, 0, 0);
    }
    this.requestUpdate();
    this.updateComplete.then(this.#sized.resolve);
  }

  willUpdate() {
    const {width, height} = this.#size;
    if (!width) return;
    this.#plan = this.#places.arrange(this.nodes, width, height, Date.now());
  }

  updated() {
    if (!this.#plan) return;
    const {x, y, r} = this.#plan.bus;
    if (this.#busAt !== `${x} ${y} ${r}`) {
      this.#busAt = `${x} ${y} ${r}`;
      this.#journeys.around(this.#plan.bus);
    }
    this.#drawLines();
  }

  #drawLines() {
    if (!this.#plan || document.hidden) return;
    clearTimeout(this.#unlight);
    if (this.#lines.draw(this.#plan, this.nodes, Date.now())) {
      this.#unlight = setTimeout(() => this.#drawLines(), 400);
    }
  }

  /** Focuses a peer, for example after its panel was closed. */
  focusOn(name) {
    const {at, groups} = this.#plan;
    const button = [...this.renderRoot.querySelectorAll('.node')].find(({dataset}) => dataset.name === name);
    (button ?? (at.size || groups.length ? this.renderRoot.querySelector('.bus') : null))?.focus();
  }

  render() {
    return html`<canvas></canvas>${this.#plan ? this.#everybody(this.#plan, Date.now()) : nothing}<canvas></canvas>`;
  }

  #everybody(plan, at) {
    const shown = this.nodes.filter(({name}) => plan.at.has(name))
        .map((node) => [node, plan.at.get(node.name)])
        .sort(([, a], [, b]) => a.side - b.side || a.y - b.y);
    return html`<div class=${plan.compact ? 'compact' : 'wide'}>
      ${this.#hub(plan.bus)}
      ${plan.groups.map(({role, home, side, x, y}) => html`
        <div class="group" .style=${moved(x, y, this.#towards(plan, side))}>${ROLES[role][1]}${home ? ` · ${visible(home)}` : nothing}</div>`)}
      <ul aria-label="Peers">
        ${repeat(shown, ([node]) => node.name, ([node, spot]) => this.#one(node, spot, plan, at))}
        ${plan.groups.filter(({more}) => more).map((group) => this.#many(group, plan))}
      </ul></div>`;
  }

  /** Labels are outside, and on a narrow screen inside. */
  #towards({compact}, side) {
    return (side < 0) !== compact ? 'translate(calc(-100% + 23px), -50%)' : 'translate(-23px, -50%)';
  }

  /** Clips a long name at the edge of the map or before the bus. */
  #stand({x, y, side}, plan) {
    const outside = side < 0 ? x : this.#size.width - x;
    const inside = Math.abs(plan.bus.x - x) - plan.bus.r;
    return `max-width: ${Math.floor(plan.compact ? inside + 14 : outside + 19)}px; ${moved(x, y, this.#towards(plan, side))}`;
  }

  #hub({x, y, r}) {
    const away = !this.bus?.connected;
    const size = `width: ${2 * r}px; height: ${2 * r}px;`;
    const shown = `${away ? 'unreachable' : `${count(Math.round(this.pace))} messages/s`} ${visible(this.bus?.serverId ?? 'bus')}`;
    return html`<a class="bus ${away ? 'away' : ''}" href="/health" .style=${size + moved(x - r, y - r)}
        aria-label=${`${shown}: health of the bus`}>
      ${away ? html`<span>unreachable</span>` : html`<b>${count(Math.round(this.pace))}</b> <span>messages/s</span>`}
      <span>${visible(this.bus?.serverId ?? 'bus')}</span></a>`;
  }

  #one(node, {x, y, side, dense}, plan, at) {
    const rate = node.rate(at);
    const {mood, words} = node.health(at);
    const kind = {
      node: true, left: side < 0, right: side > 0, busy: rate > 0, dense, behind: Boolean(node.through), away: node.isAway,
      [mood]: true, [`s${stepOf(rate)}`]: true,
    };
    const under = mood !== 'good' ? words : rate >= 1 ? `${pacing(rate)}/s` : this.#listens(node);
    return html`<li><button class=${classMap(kind)} data-name=${node.name} .style=${this.#stand({x, y, side}, plan)}
        aria-label=${node.words(at, under)} aria-expanded=${this.selected === node.name} title=${visible(node.name)}
        @click=${() => this.#choose(node.name)}>
      <svg viewBox="-17 -17 34 34" aria-hidden="true">${outline(node.role, mood)}</svg>
      <span class="text">${nameOf(node)}
        ${under ? html`<span class="under clip">${under}</span>` : nothing}</span>
    </button></li>`;
  }

  /** Lists the subscriptions of a peer besides its own name, or says where another address is. */
  #listens({name, peer, place}) {
    if (place) return place;
    return peer.subscriptions.filter((pattern) => pattern !== name).map(visible).join(' ');
  }

  #many({role, home, side, more}, plan) {
    const where = home ? ` on ${visible(home)}` : '';
    const words = `${count(more.count)} more ${ROLES[role][more.count === 1 ? 0 : 1]}${where}`;
    const kind = {node: true, more: true, left: side < 0, right: side > 0, dense: more.dense};
    return html`<li><button class=${classMap(kind)} .style=${this.#stand(more, plan)}
        @click=${() => this.dispatchEvent(new CustomEvent('many', {detail: role}))}>
      <svg viewBox="-17 -17 34 34" aria-hidden="true"><g transform="translate(-3 -3) scale(.8)">${outline(role)}</g>
        <g transform="translate(3 3) scale(.8)">${outline(role)}</g></svg>
      <span class="text"><span class="name clip">${words}</span></span></button></li>`;
  }

  #choose(name) {
    this.dispatchEvent(new CustomEvent('choose', {detail: name}));
  }
}

customElements.define('bub-scene', BubScene);
