/* Styles of an opened message. */
import {css} from 'lit';
import {look} from '../core/look.js';

export const messageLook = [look, css`
  section { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); height: 100%; }
  header { padding: .5rem .5rem .5rem 1rem; border-bottom: 1px solid var(--line); background: var(--surface); }
  header button { min-width: 2.5rem; min-height: 2.5rem; padding: 0; }
  h2:focus { outline: none; }
  .scroll { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: .9rem; padding: .9rem 1rem 2rem; overflow: hidden auto; overscroll-behavior: contain; }
  .scroll:focus-visible { outline-offset: -2px; }
  .card { padding: .8rem; min-width: 0; }
  .card h3 { margin-bottom: .5rem; }
  .ack { gap: .4rem; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
  a.pill { text-decoration: none; }
  a.pill:hover { text-decoration: underline; }
  dd { min-width: 0; }
  .stack { grid-template-columns: minmax(0, 1fr); }
  ul { margin: 0; padding: 0; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; }
  dl { font-size: var(--small); align-items: center; gap: .1rem 1rem; }
  pre { user-select: all; }
`];
