/* Styles of the message list, as a table and as two-line cards. */
import {css} from 'lit';
import {look} from '../core/look.js';

export const logLook = [look, css`
  :host { position: relative; min-height: 0; overflow: hidden; background: var(--surface); }
  [role=grid] { position: absolute; inset: 0; overflow: hidden auto; overflow-anchor: none; overscroll-behavior: contain; }
  [role=grid]:focus-visible { outline-offset: -2px; }
  .head { position: sticky; top: 0; z-index: 1; background: var(--surface); border-bottom: 1px solid var(--line); color: var(--quiet); font-size: var(--tiny); font-weight: 600; }
  .space { position: relative; overflow: hidden; }
  .rows { will-change: transform; }
  .row-line {
    position: relative; height: 34px; padding: 0 1rem; gap: .9rem; display: grid; align-items: center; font-size: var(--small);
    grid-template-columns: 7.4rem minmax(6rem, 1fr) minmax(6rem, 1fr) 7.5rem 7.2rem 4rem minmax(8rem, 2.2fr);
  }
  .rows .row-line { border-bottom: 1px solid color-mix(in srgb, var(--line), transparent 45%); }
  .rows .row-line:hover { background: var(--raised); }
  .rows .active { box-shadow: inset 3px 0 0 var(--strong-line); }
  [role=grid]:focus-visible .active { box-shadow: inset 3px 0 0 var(--accent); background: var(--raised); }
  .rows .row-line.selected { background: var(--accent-wash); }
  [role=columnheader]:nth-child(6) { text-align: end; }
  a { color: var(--quiet); text-decoration: none; font-variant-numeric: tabular-nums; white-space: nowrap; }
  a::after { content: ""; position: absolute; inset: 0; }
  .type, .took { color: var(--quiet); }
  .from { font-weight: 550; }
  .blank i { display: block; width: 70%; height: .6rem; border-radius: 99px; background: var(--raised); }

  .cards .row-line {
    height: 58px; padding: .4rem .9rem; gap: .1rem .5rem; grid-template-columns: fit-content(38%) minmax(0, 1fr) auto auto;
    grid-template-areas: "from to status took" "below below below below";
  }
  .cards .time { grid-area: below; }
  .cards .from { grid-area: from; }
  .cards .to { grid-area: to; }
  .cards .to::before { content: "→ "; color: var(--quiet); }
  .cards .status { grid-area: status; }
  .cards .took { grid-area: took; }
  .cards .says { grid-area: below; padding-inline-start: 7rem; color: var(--quiet); }
  .cards .type { display: none; }
`];
