/*
 * Layout of the map: chats and others left of the bus, agents right of it, in rows that fit the
 * screen. A node keeps its place while others come and go; when there are too many, the quiet ones
 * share a place.
 */
const SIDES = [[-1, ['chat', 'other']], [1, ['system agent', 'agent', 'lobby agent']]];
const CAPACITIES = [1, 3, 5, 9, 15, 23, 33, 45];
const HEADING_ROWS = 1;
const MARGIN = 12;
const DENSE = 38;

export class Places {
  // Slots of each role; the first slot is in the middle, the others below and above in turn.
  #slots = new Map();

  /**
   * Returns {bus: {x, y, r}, at: Map of name → {x, y, side, dense}, groups: [{role, home, side, x,
   * y, more: null | {count, x, y}}]}. In a cluster, the peers of each node are a group of their own.
   */
  arrange(nodes, width, height, at) {
    const compact = width < 640;
    const [most, least] = compact ? [56, 40] : [66, 27];
    const bus = {x: width / 2, y: height / 2, r: compact ? 40 : 58};
    const plan = {bus, compact, at: new Map(), groups: []};
    const homes = [...new Set(nodes.map(({home}) => home))].sort();
    for (const [side, roles] of SIDES) {
      const groups = roles
          .flatMap((role) => homes.map((home) => ({
            role, home, side, key: `${role} ${home}`, members: nodes.filter((node) => node.role === role && node.home === home),
          })))
          .filter(({members, key}) => members.length || this.#clear(key));
      const rows = Math.max(2, Math.floor((height - 2 * MARGIN) / least) - groups.length * HEADING_ROWS);
      share(groups, rows);
      groups.forEach((group) => this.#seat(group, at));
      const total = groups.reduce((sum, {capacity}) => sum + capacity + HEADING_ROWS, 0);
      const pitch = Math.min(most, (height - 2 * MARGIN) / Math.max(total, 1));
      // Half a heading more above puts the middle level with the bus.
      let y = Math.max(MARGIN / 2, bus.y - ((total + HEADING_ROWS) * pitch) / 2);
      for (const group of groups) {
        this.#place(group, y, pitch, curve(width, height, bus, side, compact), plan);
        y += (group.capacity + HEADING_ROWS) * pitch;
      }
    }
    return plan;
  }

  #clear(key) {
    this.#slots.delete(key);
    return false;
  }

  /**
   * Assigns slots: nodes keep theirs if there is room; a busy node takes the slot of a quiet one.
   */
  #seat(group, at) {
    const {members, limit, key} = group;
    const room = members.length > limit ? limit - 1 : limit;
    const here = new Map(members.map((node) => [node.name, node]));
    const slots = (this.#slots.get(key) ?? []).slice(0, room).map((name) => (here.has(name) ? name : null));
    const seated = new Set(slots);
    const waiting = members.filter(({name}) => !seated.has(name)).sort((a, b) => b.rate(at) - a.rate(at) || byArrival(a, b));
    for (let i = 0; i < room && waiting.length; i++) {
      slots[i] ??= waiting.shift().name;
    }
    for (const busy of waiting.filter((node) => node.rate(at))) {
      const quiet = slots.findLastIndex((name) => !here.get(name)?.rate(at));
      if (quiet < 0) break;
      slots[quiet] = busy.name;
    }
    while (slots.at(-1) === null) slots.pop();
    this.#slots.set(key, slots);
    group.slots = slots;
    group.hidden = members.length - slots.filter(Boolean).length;
    const needed = slots.length + (group.hidden ? 1 : 0);
    group.capacity = Math.min(limit, CAPACITIES.find((capacity) => capacity >= needed) ?? needed);
  }

  #place({role, home, side, slots, hidden, capacity}, top, pitch, x, plan) {
    const spot = (slot) => {
      const step = (slot % 2 ? 1 : -1) * Math.ceil(slot / 2);
      const y = top + (HEADING_ROWS + Math.floor((capacity - 1) / 2) + step + 0.5) * pitch;
      return {x: x(y), y, side, dense: !plan.compact && pitch < DENSE};
    };
    slots.forEach((name, slot) => name && plan.at.set(name, spot(slot)));
    const first = Math.min(...slots.map((name, slot) => (name ? spot(slot).y : Infinity)), hidden ? spot(slots.length).y : Infinity);
    const y = first - Math.min(pitch * 0.95, 46);
    plan.groups.push({role, home, side, x: x(y), y, more: hidden ? {count: hidden, ...spot(slots.length)} : null});
  }
}

/** Returns the maximum number of places for each group of a side. */
function share(groups, rows) {
  const fair = Math.floor(rows / Math.max(groups.length, 1));
  const spare = groups.reduce((sum, {members}) => sum + Math.max(0, fair - Math.max(members.length, 3)), 0);
  for (const group of groups) {
    group.limit = Math.max(2, Math.max(group.members.length, 3) <= fair ? fair : fair + spare);
  }
}

/** Curves around the bus like a pair of brackets. */
function curve(width, height, bus, side, compact) {
  const reach = compact ? width / 2 - 26 : Math.min(Math.max(width / 2 - 225, width * 0.27), 400);
  const bend = compact ? height * 1.4 : height * 0.62;
  return (y) => bus.x + side * reach * Math.sqrt(Math.max(0.2, 1 - ((y - bus.y) / bend) ** 2));
}

function byArrival(a, b) {
  return (a.peer?.connectedAt ?? '~').localeCompare(b.peer?.connectedAt ?? '~') || a.name.localeCompare(b.name);
}
