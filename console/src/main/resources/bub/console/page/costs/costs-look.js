/* Styles of the cost view: tables, bars and budgets. */
import {css} from 'lit';

export const costsLook = css`
  header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; }
  .page, .stack { grid-template-columns: minmax(0, 1fr); }
  .ranges { display: flex; }
  .ranges a { border-radius: 0; min-height: 2.5rem; border-inline-start-width: 0; }
  .ranges a:first-child { border-radius: var(--radius) 0 0 var(--radius); border-inline-start-width: 1px; }
  .ranges a:last-child { border-radius: 0 var(--radius) var(--radius) 0; }
  .ranges a[aria-current] { background: var(--accent-wash); color: var(--accent); font-weight: 600; }
  .tiles { display: grid; grid-template-columns: repeat(4, minmax(7.5rem, 1fr)); gap: .75rem; }
  .tile { padding: .7rem .9rem; display: grid; align-content: start; }
  .tile b { font-size: 1.3rem; font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.3; }
  .terminal { display: inline-flex; align-items: center; max-width: 100%; overflow-wrap: anywhere; }

  .days { display: flex; align-items: end; gap: .5rem; margin: 0; padding: 0; list-style: none; }
  .days li { position: relative; flex: 1 1 0; min-width: 0; display: grid; justify-items: center; text-align: center; }
  .days svg { width: 100%; max-width: 4rem; height: 6rem; fill: var(--accent); border-bottom: 1px solid var(--strong-line); }
  .days li:hover svg { background: var(--raised); }
  .amount { font-size: var(--tiny); min-height: 1.4em; text-align: center; }
  .many { gap: 1px; }
  .many .amount { display: none; }
  .many .day { visibility: hidden; white-space: nowrap; }
  .many li:first-child .day, .many li:last-child .day { visibility: visible; }
  .many li:first-child { justify-items: start; } .many li:last-child { justify-items: end; }
  .many .day { width: 0; display: flex; }
  .many li:last-child .day { justify-content: end; }
  summary { cursor: pointer; }
  details[open] summary { margin-bottom: .5rem; }
  details h2 { display: none; }

  .scroll { padding: 0; overflow: auto; }
  table { width: 100%; border-collapse: collapse; font-size: var(--small); }
  th, td { padding: .4rem .75rem; text-align: start; border-bottom: 1px solid var(--line); }
  tr:last-child td { border-bottom: 0; }
  th { background: var(--raised); font-weight: 600; color: var(--quiet); }
  .number, th.number { text-align: end; }
  .name { overflow-wrap: anywhere; }
  .share { width: 25%; }
  .share svg, .meter svg { display: block; width: 100%; height: .45rem; border-radius: 99px; background: var(--raised); fill: var(--accent); }

  .budgets { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none; }
  .budgets li { display: grid; grid-template-columns: minmax(0, 1.4fr) minmax(6rem, 1fr) minmax(0, 1.4fr) 10rem; gap: .3rem 1rem; align-items: center; padding: .6rem .9rem; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); }
  .budgets .whose { overflow-wrap: anywhere; }
  .budgets .pill { justify-self: end; }
  .budgets .warn svg { fill: var(--warn); }
  .budgets .bad svg { fill: var(--bad); }

  @media (max-width: 860px) {
    .tiles { grid-template-columns: 1fr 1fr; }
    .wide { display: none; }
    .budgets li { grid-template-columns: minmax(0, 1fr) auto; }
    .budgets .meter { grid-area: 2 / 1 / auto / -1; }
    .budgets .pill { grid-area: 1 / 2; }
    .budgets .small { grid-column: 1 / -1; }
    .days { gap: .2rem; }
    .amount, .day { font-size: .625rem; }
  }
`;
