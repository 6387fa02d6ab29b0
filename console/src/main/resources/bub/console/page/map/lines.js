/*
 * Lines between the peers and the bus: thicker with more traffic, red with failures. Drawn after
 * changes, not for every frame.
 */
import {curve} from './curve.js';

const LIT_MS = 1600;

export class Lines {
  #context;
  #palette;
  // With reduced motion, a message lights its line instead of moving a dot.
  #lit = new Map();

  constructor(context, palette) {
    this.#context = context;
    this.#palette = palette;
  }

  light(name, failed) {
    this.#lit.set(name, {until: performance.now() + LIT_MS, failed});
  }

  /** Draws the lines. Returns true while a lit line must be drawn again later. */
  draw(plan, nodes, at) {
    const pen = this.#context;
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    for (const {more} of plan.groups) {
      if (more) this.#line(curve(more, plan.bus), 1, this.#palette.line);
    }
    for (const node of nodes) {
      const spot = plan.at.get(node.name);
      if (spot) this.#of(node, curve(spot, plan.bus), at);
    }
    for (const [name, {until}] of this.#lit) {
      if (until <= performance.now()) this.#lit.delete(name);
    }
    return this.#lit.size > 0;
  }

  #of(node, points, at) {
    const rate = node.rate(at);
    const {mood} = node.health(at);
    this.#line(points, 1.2, this.#palette.line);
    const lit = this.#lit.get(node.name);
    if (!rate && !lit) return;
    this.#context.globalAlpha = lit ? 0.9 : Math.min(0.34, 0.18 + Math.log10(1 + rate) * 0.07);
    this.#line(points, 1.5 + Math.min(6, Math.log2(1 + rate) * 0.6), mood === 'bad' || lit?.failed ? this.#palette.bad : this.#palette.accent);
    this.#context.globalAlpha = 1;
  }

  #line([ax, ay, ...rest], width, ink) {
    const pen = this.#context;
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(ax, ay);
    pen.bezierCurveTo(...rest);
    pen.stroke();
  }
}
