/*
 * Shapes of roles: a bubble for chats, a hexagon for the system agent, a disc for agents, a diamond
 * for lobby agents, a square for others.
 */
import {nothing, svg} from 'lit';

const OUTLINES = {
  'chat': svg`<path d="
      M-12 -9.5a3.5 3.5 0 0 1 3.5-3.5h17a3.5 3.5 0 0 1 3.5 3.5v11
      a3.5 3.5 0 0 1-3.5 3.5h-9l-6 5.5v-5.5h-2a3.5 3.5 0 0 1-3.5-3.5z"/>`,
  'system agent': svg`<path d="M0 -14 12.2 -7v14L0 14-12.2 7V-7z"/>`,
  'agent': svg`<circle r="12.5"/><path class="face" d="M-4.2 -1.5v2.5M4.2 -1.5v2.5"/>`,
  'lobby agent': svg`<path d="M0 -14.5 14.5 0 0 14.5 -14.5 0z"/>`,
  'other': svg`<rect x="-11" y="-11" width="22" height="22" rx="5"/>`,
};

const SIGNS = {
  good: nothing,
  warn: svg`<g class="sign"><path d="M11 -17 18 -5H4z"/><path class="mark" d="M11 -13v3.5M11 -7.3v.1"/></g>`,
  bad: svg`<g class="sign"><circle cx="11" cy="-11" r="6.5"/><path class="mark" d="m8.5 -13.5 5 5m0-5-5 5"/></g>`,
};

/** Maps a rate to five steps, from quiet to 1,000 per second, so that it seldom changes. */
export function stepOf(rate) {
  return rate ? Math.min(5, 1 + Math.floor(Math.log10(1 + rate) * 1.5)) : 0;
}

export function outline(role, mood = 'good') {
  return svg`${OUTLINES[role]}${SIGNS[mood]}`;
}
