/* Curve between a node and the bus, horizontal at both ends. */

const clamp = (value, most) => Math.max(-most, Math.min(most, value));

/** Returns four points from a node to the rim of the bus. */
export function curve(spot, bus) {
  const side = spot.x < bus.x ? -1 : 1;
  const x = bus.x + side * bus.r;
  const y = bus.y + clamp((spot.y - bus.y) * 0.16, bus.r * 0.55);
  const span = Math.abs(spot.x - x);
  return [spot.x, spot.y, spot.x - side * span * 0.5, spot.y, x + side * span * 0.45, y, x, y];
}

/** Returns the point after a part of the curve: 0 at the node, 1 at the bus. */
export function along([ax, ay, bx, by, cx, cy, dx, dy], part) {
  const rest = 1 - part;
  const a = rest ** 3, b = 3 * rest * rest * part, c = 3 * rest * part * part, d = part ** 3;
  return [a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy];
}
