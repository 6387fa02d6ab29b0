/* Shared styles: every component begins its styles with `look`. */
import {css} from 'lit';

export const look = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; min-width: 0; }
  [hidden] { display: none !important; }

  h1, h2, h3 { margin: 0; font-weight: 650; line-height: 1.25; text-wrap: balance; }
  h1 { font-size: 1.25rem; }
  h2 { font-size: 1rem; }
  h3 { font-size: var(--small); color: var(--quiet); font-weight: 600; }
  h1:focus { outline: none; }
  p { margin: 0; }
  a { color: var(--accent); text-underline-offset: .15em; }
  code, pre, .mono { font-family: var(--mono); font-size: .8125rem; }
  pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  .quiet { color: var(--quiet); }
  .small { font-size: var(--small); }
  .number { font-variant-numeric: tabular-nums; text-align: end; }
  .grow { flex: 1; min-width: 0; }
  .row { display: flex; align-items: center; gap: .5rem; }
  .wrap { flex-wrap: wrap; }
  .stack { display: grid; gap: .75rem; }
  .clip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  button, input, select, textarea { font: inherit; color: inherit; }
  button, .button {
    display: inline-flex; align-items: center; justify-content: center; gap: .4rem; min-height: 2.25rem; padding: .3rem .8rem;
    border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); color: var(--ink);
    text-decoration: none; cursor: pointer; white-space: nowrap;
  }
  button:hover, .button:hover { background: var(--raised); }
  button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
  button.primary:hover { background: color-mix(in oklab, var(--accent), var(--ink) 12%); }
  button.plain { border-color: transparent; background: none; }
  button.plain:hover { background: var(--raised); }
  button.danger { color: var(--bad); }
  button:disabled { opacity: .55; cursor: not-allowed; }
  button svg { flex: none; }
  input, select, textarea {
    min-height: 2.25rem; padding: .3rem .6rem; border: 1px solid var(--strong-line); border-radius: var(--radius);
    background: var(--surface); min-width: 0;
  }
  input[type="checkbox"] { min-height: auto; accent-color: var(--accent); }
  ::placeholder { color: var(--quiet); opacity: 1; }
  label { font-size: var(--small); color: var(--quiet); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

  .card { background: var(--surface); border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); padding: 1rem; }
  .pill {
    display: inline-flex; align-items: center; gap: .35rem; padding: .05rem .55rem; border-radius: 99px; white-space: nowrap;
    font-size: var(--tiny); font-weight: 600; background: var(--raised); color: var(--quiet);
  }
  .pill.good { background: var(--good-wash); color: var(--good); }
  .pill.warn { background: var(--warn-wash); color: var(--warn); }
  .pill.bad { background: var(--bad-wash); color: var(--bad); }
  .pill.accent { background: var(--accent-wash); color: var(--accent); }
  .notice { padding: .6rem .9rem; border-radius: var(--radius); background: var(--raised); overflow-wrap: anywhere; }
  .notice.bad { background: var(--bad-wash); color: var(--bad); }
  .notice.warn { background: var(--warn-wash); color: var(--warn); }
  .notice.good { background: var(--good-wash); color: var(--good); }
  .empty { display: grid; place-content: center; justify-items: center; gap: .5rem; padding: 2rem 1rem; text-align: center; color: var(--quiet); }
  .page { display: grid; gap: 1rem; padding: 1.25rem clamp(.75rem, 2.5vw, 1.75rem); }
  dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1rem; margin: 0; }
  dt { color: var(--quiet); font-size: var(--small); }
  dd { margin: 0; overflow-wrap: anywhere; }

  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
  }
`;

/** Returns the colour for the status of a message, a delivery or a session. */
export function mood(status) {
  switch (status) {
    case 'ok': case 'online': case 'running': case 'ready': return 'good';
    case 'pending': case 'spawning': case 'configuring': case 'halted': return 'accent';
    case 'busy': case 'timeout': case 'no_recipient': return 'warn';
    case 'error': case 'disconnected': case 'refused': case 'failed': return 'bad';
    default: return '';
  }
}
