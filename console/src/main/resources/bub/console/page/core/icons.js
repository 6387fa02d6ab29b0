/* Icons of the page. Screen readers skip them and read the words beside them. */
import {html, svg} from 'lit';

const drawing = (paths) => html`<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor"
    stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

export const icons = {
  chat: drawing(svg`<path d="M4 5.5h16v11H9.5L5 20v-3.500H4z"/>`),
  map: drawing(svg`<circle cx="12" cy="12" r="2.6"/><circle cx="5" cy="6" r="1.8"/><circle cx="19" cy="6" r="1.8"/><circle cx="5" cy="18" r="1.8"/><circle cx="19" cy="18" r="1.8"/><path d="m6.4 7.2 3.6 3M17.6 7.200l-3.6 3M6.4 16.800l3.6-3M17.6 16.800l-3.6-3"/>`),
  messages: drawing(svg`<path d="M4 6h16M4 11h16M4 16h10"/><circle cx="19" cy="17" r="2"/>`),
  turns: drawing(svg`<path d="M4 5.500h9M7 10h11M11 14.500h6M14 19h6"/>`),
  costs: drawing(svg`<circle cx="12" cy="12" r="8.5"/><path d="M14.5 9.700c-.4-.9-1.300-1.500-2.500-1.500-1.400 0-2.500.7-2.500 1.900 0 2.600 5.200 1.200 5.200 3.800 0 1.200-1.200 1.900-2.700 1.900-1.300 0-2.300-.6-2.700-1.500M12 6.400v1.800M12 15.800v1.800"/>`),
  lobby: drawing(svg`<circle cx="9" cy="8" r="3"/><path d="M3.5 19c.6-3.3 2.7-5 5.5-5s4.9 1.7 5.5 5"/><path d="M15.5 5.500a3 3 0 0 1 0 5M17.5 14.500c1.7.8 2.7 2.3 3 4.5"/>`),
  sessions: drawing(svg`<rect x="3.5" y="4.5" width="17" height="6" rx="1.5"/><rect x="3.5" y="13.5" width="17" height="6" rx="1.5"/><path d="M7 7.500h.01M7 16.500h.01M11 7.500h6M11 16.500h6"/>`),
  health: drawing(svg`<path d="M3 12.500h4l2.5-6.5 4.5 12 2.5-5.500H21"/>`),
  cluster: drawing(svg`<circle cx="12" cy="5.5" r="2.6"/><circle cx="5.500" cy="17.500" r="2.6"/><circle cx="18.500" cy="17.500" r="2.6"/><path d="m10.700 7.800-3.900 7.400M13.300 7.800l3.900 7.400M8.100 17.500h7.800"/>`),
  plus: drawing(svg`<path d="M12 5v14M5 12h14"/>`),
  send: drawing(svg`<path d="M5 12h13M12.5 6l6 6-6 6"/>`),
  stop: drawing(svg`<rect x="6.5" y="6.5" width="11" height="11" rx="1.5"/>`),
  close: drawing(svg`<path d="M6 6l12 12M18 6 6 18"/>`),
  back: drawing(svg`<path d="M19 12H6M11.5 6l-6 6 6 6"/>`),
  copy: drawing(svg`<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3"/>`),
  tool: drawing(svg`<path d="M14.5 6.500a4 4 0 0 0-5 5L4 17l3 3 5.5-5.500a4 4 0 0 0 5-5L15 12l-3-3z"/>`),
  theme: drawing(svg`<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/>`),
  more: drawing(svg`<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3"/>`),
  leave: drawing(svg`<path d="M10 4.500H5v15h5M15 8l4 4-4 4M19 12H9.5"/>`),
};
