/* Styles of a waterfall: one line per span, or two on a narrow screen. */
import {css} from 'lit';
import {look} from '../core/look.js';

export const waterfallLook = [look, css`
  :host { display: grid; grid-template: minmax(0, 1fr) auto / minmax(0, 1fr); min-height: 0; background: var(--surface); }
  [role=treegrid] { position: relative; overflow: hidden auto; overflow-anchor: none; overscroll-behavior: contain; }
  [role=treegrid]:focus-visible { outline-offset: -2px; }
  .head { position: sticky; top: 0; z-index: 1; background: var(--surface); border-bottom: 1px solid var(--line); color: var(--quiet); font-size: var(--tiny); font-weight: 600; }
  .space { position: relative; overflow: hidden; }
  .rows { will-change: transform; }
  .span {
    display: grid; grid-template: 29px / minmax(12rem, 36%) minmax(0, 1fr) 4.5rem 8.5rem; gap: 0 .75rem; align-items: center;
    height: 30px; padding: 0 .9rem; font-size: var(--small);
  }
  .span > * { min-width: 0; }
  .rows .span { border-bottom: 1px solid color-mix(in srgb, var(--line), transparent 55%); cursor: default; }
  .rows .span:hover { background: var(--raised); }
  .rows .selected { background: var(--accent-wash); }
  .rows .active { box-shadow: inset 3px 0 0 var(--strong-line); }
  [role=treegrid]:focus-visible .active { box-shadow: inset 3px 0 0 var(--accent); background: var(--raised); }
  .step { display: flex; align-items: center; height: 29px; min-width: 0; }
  .step > * { flex: none; }
  .step .label { flex: 0 1 auto; padding-inline-end: .4rem; }
  .step .why { flex: 1 1 0; }
  .indent { height: 29px; stroke: var(--line); }
  .step a { color: var(--ink); text-decoration-color: var(--line); }
  .step a:hover { color: var(--accent); text-decoration-color: currentColor; }
  .toggle { width: 1.4rem; min-height: 1.4rem; padding: 0; border: 0; background: none; color: var(--quiet); }
  .dot { width: .55rem; height: .55rem; margin: 0 .45rem; border-radius: 3px; background: var(--kind); }
  .why { color: var(--bad); }
  .failed .label, .failed .label a { color: var(--bad); }
  .took, .spent { font-variant-numeric: tabular-nums; text-align: end; white-space: nowrap; color: var(--quiet); overflow: hidden; text-overflow: ellipsis; }
  .rows .took { color: var(--ink); }
  .lane { position: relative; }
  .lane svg { display: block; width: 100%; height: 29px; overflow: visible; }
  .axis text { fill: var(--quiet); font: 600 11px var(--letters); }
  .axis .end { text-anchor: end; }
  .tick { stroke: color-mix(in srgb, var(--line), transparent 40%); }
  .bar { fill: var(--kind); stroke: var(--kind); stroke-width: 2; stroke-linejoin: round; }
  .events .bar { fill: var(--surface); stroke-dasharray: 3 3; }
  .queue .bar, .work .bar { fill-opacity: .3; }
  .open .bar { animation: breathe 1.6s ease-in-out infinite; }
  @keyframes breathe { 50% { opacity: .45; } }

  .message { --kind: var(--strong-line); }
  .work { --kind: var(--accent); }
  .model, .events { --kind: var(--accent); }
  .tool { --kind: var(--good); }
  .wait { --kind: var(--warn); }
  .spawn { --kind: color-mix(in oklab, var(--warn), var(--strong-line)); }
  .queue { --kind: var(--strong-line); }
  .call { --kind: color-mix(in oklab, var(--accent), var(--good)); }
  .notice { --kind: var(--warn); }
  .failed { --kind: var(--bad); }

  .narrow .span {
    height: 52px; padding: .25rem .75rem; gap: 0 .5rem; grid-template: 27px 18px / minmax(0, 1fr) auto auto;
    grid-template-areas: "step spent took" "lane lane lane";
  }
  .narrow .step { grid-area: step; height: 27px; }
  .narrow .lane { grid-area: lane; }
  .narrow .rows .lane svg { height: 18px; }
  .narrow .indent { height: 27px; }
  .narrow .took { grid-area: took; }
  .narrow .spent { grid-area: spent; }
  .narrow .head .span { display: block; height: auto; padding-block: 0; }
  .narrow .head .span > :not(.lane) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

  .detail { display: grid; gap: .35rem; padding: .6rem .9rem; max-height: 11rem; overflow: auto; border-top: 1px solid var(--line); font-size: var(--small); }
  .detail .said { white-space: pre-wrap; overflow-wrap: anywhere; }
  .key { display: inline-block; width: .6rem; height: .6rem; border-radius: 3px; background: var(--kind); }
`];
