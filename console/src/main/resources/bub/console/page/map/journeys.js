/*
 * Messages in motion: dots that run from the sender through the bus to the recipient. At most MOST
 * dots exist, and drawing stops when none is left.
 */
import {along, curve} from './curve.js';

export const MOST = 160;
const MOST_LABELS = 4;
const LONE_MS = 1900;
const SWARM_MS = 800;
const RING_MS = 700;
const NOTE_MS = 3200;
const TAIL = 9;

const ease = (t) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

export class Journeys {
  #dots = [];
  #rings = [];
  #notes = [];
  #frame = 0;
  #context;
  #palette;
  #bus = null;

  constructor(context, palette) {
    this.#context = context;
    this.#palette = palette;
  }

  get moving() {
    return this.#dots.length;
  }

  /** Sets the place of the bus and drops all dots, which would miss it. */
  around(bus) {
    this.#bus = bus;
    this.stop();
  }

  /**
   * Starts a dot for one message. With `to` null it ends at the bus, successful or `failed`. A lone
   * dot is slow, large and labelled; one of many is small.
   */
  begin({from, to, failed = false, lone = false, label = '', note = '', delay = 0}) {
    if (this.#dots.length >= MOST || !this.#bus) return;
    const labelled = lone && label && this.#dots.filter((dot) => dot.label).length < MOST_LABELS;
    this.#dots.push({
      legs: [curve(from, this.#bus), to && curve(to, this.#bus)],
      failed, lone, note, label: labelled ? label : '',
      start: performance.now() + delay,
      period: lone ? LONE_MS : SWARM_MS,
    });
    this.#frame ||= requestAnimationFrame(this.#draw);
  }

  /** Shows words at the bus for a while. */
  say(text) {
    this.#notes = [{text, start: performance.now()}];
    this.#frame ||= requestAnimationFrame(this.#draw);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#dots = [];
    this.#rings = [];
    this.#notes = [];
    this.#clear();
  }

  #clear() {
    const {canvas} = this.#context;
    this.#context.clearRect(0, 0, canvas.width, canvas.height);
  }

  #draw = (now) => {
    this.#clear();
    const small = {good: [], bad: []};
    this.#dots = this.#dots.filter((dot) => this.#move(dot, now, small));
    this.#swarm(small.good, this.#palette.accent);
    this.#swarm(small.bad, this.#palette.bad);
    this.#rings = this.#rings.filter((ring) => this.#ring(ring, now));
    this.#notes = this.#notes.filter((note) => this.#note(note, now));
    const busy = this.#dots.length || this.#rings.length || this.#notes.length;
    this.#frame = busy ? requestAnimationFrame(this.#draw) : 0;
  };

  /** Moves a dot. Returns false when it has arrived. */
  #move(dot, now, small) {
    const part = (now - dot.start) / dot.period;
    if (part < 0) return true;
    const end = dot.legs[1] ? 1 : 0.5;
    if (part >= end) {
      if (dot.lone || dot.failed) this.#arrive(dot, now);
      return false;
    }
    const at = this.#whereabouts(dot, part);
    if (dot.lone) {
      this.#lone(dot, at, part);
    } else {
      small[dot.failed && (part > 0.5 || !dot.legs[1]) ? 'bad' : 'good'].push(at);
    }
    if (dot.lone && part >= 0.45 && !dot.passed) {
      dot.passed = true;
      this.#rings.push({x: this.#bus.x, y: this.#bus.y, r: this.#bus.r, start: now, ink: this.#palette.accent});
    }
    return true;
  }

  #whereabouts({legs: [there, on]}, part) {
    if (part < 0.45) return along(there, ease(part / 0.45));
    if (!on || part > 0.55) return along(on ?? there, on ? 1 - ease((part - 0.55) / 0.45) : 1);
    const across = (part - 0.45) / 0.1;
    return [there[6] + (on[6] - there[6]) * across, there[7] + (on[7] - there[7]) * across];
  }

  #arrive(dot, now) {
    const [x, y] = dot.legs[1] ? dot.legs[1] : [this.#bus.x, this.#bus.y];
    const r = dot.legs[1] ? 12 : this.#bus.r;
    this.#rings.push({x, y, r, start: now, ink: dot.failed ? this.#palette.bad : this.#palette.accent});
    if (dot.note) this.say(dot.note);
  }

  #swarm(places, ink) {
    if (!places.length) return;
    const pen = this.#context;
    pen.fillStyle = ink;
    pen.beginPath();
    for (const [x, y] of places) {
      pen.moveTo(x + 2.7, y);
      pen.arc(x, y, 2.7, 0, 7);
    }
    pen.fill();
  }

  #lone(dot, [x, y], part) {
    const pen = this.#context;
    pen.fillStyle = dot.failed && part > 0.5 ? this.#palette.bad : this.#palette.accent;
    for (let i = TAIL; i >= 0; i--) {
      const [tx, ty] = this.#whereabouts(dot, Math.max(0, part - i * 0.009));
      pen.globalAlpha = i ? 0.32 * (1 - i / TAIL) : 1;
      pen.beginPath();
      pen.arc(tx, ty, i ? 5 - i * 0.35 : 5.5, 0, 7);
      pen.fill();
    }
    pen.globalAlpha = 1;
    if (dot.label) this.#sign(dot.label, x, y - 19, this.#palette.ink);
  }

  #sign(text, x, y, ink) {
    const pen = this.#context;
    pen.font = `600 12px ${this.font}`;
    const width = pen.measureText(text).width + 16;
    pen.fillStyle = this.#palette.surface;
    pen.strokeStyle = ink === this.#palette.bad ? ink : this.#palette['strong-line'];
    pen.lineWidth = 1;
    pen.beginPath();
    pen.roundRect(x - width / 2, y - 11, width, 22, 11);
    pen.fill();
    pen.stroke();
    pen.fillStyle = ink;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(text, x, y + 0.5);
  }

  #ring({x, y, r, start, ink}, now) {
    const part = (now - start) / RING_MS;
    if (part >= 1) return false;
    const pen = this.#context;
    pen.globalAlpha = (1 - part) * 0.7;
    pen.strokeStyle = ink;
    pen.lineWidth = 2.5 * (1 - part) + 0.5;
    pen.beginPath();
    pen.arc(x, y, r + 16 * part, 0, 7);
    pen.stroke();
    pen.globalAlpha = 1;
    return true;
  }

  #note({text, start}, now) {
    const part = (now - start) / NOTE_MS;
    if (part >= 1) return false;
    this.#context.globalAlpha = Math.min(1, (1 - part) * 4);
    this.#sign(text, this.#bus.x, this.#bus.y - this.#bus.r - 26, this.#palette.bad);
    this.#context.globalAlpha = 1;
    return true;
  }
}
