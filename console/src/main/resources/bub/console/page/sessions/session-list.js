/* Filter and order of the sessions. */

export const STATES = ['', 'running', 'spawning', 'stopped'];

const byName = (a, b) => (a.agent < b.agent ? -1 : 1);

export const ORDERS = {
  activity: {name: 'last active first', compare: (a, b) => compareTexts(b.lastActivity, a.lastActivity) || byName(a, b)},
  memory: {name: 'most memory first', compare: (a, b) => b.memoryBytes - a.memoryBytes || byName(a, b)},
  name: {name: 'by name', compare: byName},
};

function compareTexts(a = '', b = '') {
  return a < b ? -1 : Number(a > b);
}

export function chosen(sessions, {text, status, order}) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions
    .filter((one) => !status || one.status === status)
    .filter((one) => words.every((word) => `${one.agent}\n${one.chat}\n${one.workspace}\n${one.exitReason ?? ''}`.toLowerCase().includes(word)))
    .toSorted(ORDERS[order].compare);
}

export function sessionUrl(agent) {
  return `/sessions?${new URLSearchParams({agent})}`;
}
