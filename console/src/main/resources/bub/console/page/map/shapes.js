/* How a role looks: a bubble for chats, a hexagon for the system agent, a disc for agents, a square for others. */
import {nothing, svg} from 'lit';

const OUTLINES = {
  'chat': svg`<path d="M-12 -9.500a3.500 3.500 0 0 1 3.500-3.500h17a3.500 3.500 0 0 1 3.500 3.500v11a3.500 3.500 0 0 1-3.500 3.500h-9l-6 5.500v-5.500h-2a3.500 3.500 0 0 1-3.500-3.500z"/>`,
  'system agent': svg`<path d="M0 -14 12.200 -7v14L0 14-12.200 7V-7z"/>`,
  'agent': svg`<circle r="12.500"/><path class="face" d="M-4.200 -1.500v2.500M4.200 -1.500v2.500"/>`,
  'other': svg`<rect x="-11" y="-11" width="22" height="22" rx="5"/>`,
};

const SIGNS = {
  good: nothing,
  warn: svg`<g class="sign"><path d="M11 -17 18 -5H4z"/><path class="mark" d="M11 -13v3.500M11 -7.300v.1"/></g>`,
  bad: svg`<g class="sign"><circle cx="11" cy="-11" r="6.500"/><path class="mark" d="m8.500 -13.500 5 5m0-5-5 5"/></g>`,
};

/** From quiet to 1,000 a second in five steps, so that it seldom changes. */
export function stepOf(rate) {
  return rate ? Math.min(5, 1 + Math.floor(Math.log10(1 + rate) * 1.5)) : 0;
}

export function outline(role, mood = 'good') {
  return svg`${OUTLINES[role]}${SIGNS[mood]}`;
}
