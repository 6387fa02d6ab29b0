/* Styles of the map's drawing. */
import {css} from 'lit';

export const sceneLook = css`
  :host { position: relative; overflow: hidden; min-height: 22rem; contain: strict; }
  canvas { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
  ul { list-style: none; margin: 0; padding: 0; }
  .bus, .node, .group { position: absolute; inset: 0 auto auto 0; }

  .bus {
    display: grid; place-content: center; text-align: center; border-radius: 50%; text-decoration: none; color: var(--ink);
    background: radial-gradient(circle at 50% 35%, var(--surface), var(--accent-wash)); border: 2px solid var(--accent);
    box-shadow: 0 0 0 7px color-mix(in oklab, var(--accent-wash), transparent 45%); line-height: 1.15;
  }
  .bus b { font-size: 1.45rem; font-variant-numeric: tabular-nums; }
  .bus span { font-size: .6875rem; color: var(--quiet); }
  .bus.away { border-style: dashed; border-color: var(--strong-line); background: var(--raised); box-shadow: none; }
  .compact .bus b { font-size: 1.05rem; }

  .group {
    font-size: .6875rem; font-weight: 650; letter-spacing: .05em; text-transform: uppercase; white-space: nowrap; color: var(--quiet);
  }
  .node {
    gap: .3rem; padding: 0 .25rem; min-height: 0; height: 2.5rem; border: 0; border-radius: 99px; background: none;
    transition: transform .35s ease; line-height: 1.15; text-align: start;
  }
  .node.dense { height: 1.75rem; }
  .node:hover { background: none; }
  .node:hover .name, .node:focus-visible .name { text-decoration: underline; }
  .node.left { flex-direction: row-reverse; text-align: end; }
  .compact .node.left { flex-direction: row; text-align: start; }
  .compact .node.right { flex-direction: row-reverse; text-align: end; }
  .node[aria-expanded="true"] .text { background: var(--accent-wash); }
  .node svg {
    width: 38px; height: 38px; overflow: visible; transition: scale .3s;
    fill: var(--surface); stroke: var(--strong-line); stroke-width: 1.8; stroke-linejoin: round;
  }
  .node.dense svg, .compact .node svg { scale: .8; }
  .behind svg { stroke-dasharray: 3.5 2.5; }
  .away svg { stroke-dasharray: 1.2 3.2; stroke-linecap: round; }
  .away .name { font-weight: 400; }
  .busy svg { stroke: var(--accent); fill: var(--accent-wash); }
  .warn svg { stroke: var(--warn); fill: var(--warn-wash); }
  .bad svg { stroke: var(--bad); fill: var(--bad-wash); }
  .sign { fill: var(--surface); stroke-dasharray: none; }
  .sign .mark, .face { fill: none; stroke-linecap: round; stroke-dasharray: none; stroke-width: 2; }
  .s1 svg { scale: 1.08; } .s2 svg { scale: 1.18; } .s3 svg { scale: 1.3; } .s4 svg { scale: 1.42; } .s5 svg { scale: 1.55; }
  :is(.dense, .compact .node):is(.s1, .s2) svg { scale: .86; }
  :is(.dense, .compact .node).s3 svg { scale: .92; }
  :is(.dense, .compact .node):is(.s4, .s5) svg { scale: 1; }
  .text {
    display: grid; min-width: 0; padding: .1rem .4rem; border-radius: .5rem;
    background: color-mix(in oklab, var(--ground), transparent 25%);
  }
  .name { font-size: var(--small); font-weight: 600; }
  .name:not(.clip) { display: flex; min-width: 0; white-space: pre; }
  .more .name { font-weight: 500; color: var(--accent); }
  .under { font-size: .6875rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
  .bad .under { color: var(--bad); } .warn .under { color: var(--warn); }
  .dense .text { display: flex; align-items: baseline; gap: .45rem; }
  .dense.left .text { flex-direction: row-reverse; }
  .dense .under { flex: 0 1000 auto; min-width: 0; }
  .compact .node { gap: 0; }
  .compact .name { font-size: .75rem; }
  .compact .text { padding-inline: .2rem; }
`;
