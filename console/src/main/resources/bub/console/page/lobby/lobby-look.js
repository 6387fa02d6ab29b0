/* Styles of the lobby: a list and the selection beside it, or on a phone instead of it. */
import {css} from 'lit';

export const lobbyLook = css`
  .split { display: grid; grid-template-columns: minmax(17rem, 23rem) minmax(0, 1fr); height: 100%; }
  .list, .detail { overflow: auto; min-height: 0; padding: 1.25rem clamp(.75rem, 2vw, 1.5rem); scrollbar-width: thin; }
  .detail:focus { outline: none; }
  .list { display: grid; gap: .8rem; align-content: start; border-inline-end: 1px solid var(--line); }
  .detail > :not(.back, .empty) { max-width: 52rem; }
  .hint { height: 100%; }
  .back { display: none; margin-bottom: 1rem; }
  .agents { display: grid; gap: .7rem; list-style: none; margin: 0; padding: 0; }
  .agents li { display: grid; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; content-visibility: auto; contain-intrinsic-size: auto 7rem; min-width: 0; }
  .agents a { text-decoration: none; color: inherit; outline-offset: -2px; }
  .agents a:hover { background: var(--raised); }
  .agents a[aria-current] { background: var(--accent-wash); }
  .agent { display: flex; align-items: center; gap: .5rem; padding: .55rem .75rem; font-weight: 600; min-width: 0; }
  .agent .small { font-weight: 400; flex: none; }
  .dot { flex: none; width: .55rem; height: .55rem; border-radius: 50%; border: 2px solid var(--strong-line); }
  .dot.good { background: var(--good); border-color: var(--good); }
  .capability { display: grid; padding: .4rem .75rem .45rem 1.8rem; border-top: 1px solid var(--line); min-width: 0; }
  .capability .name { color: var(--accent); font-weight: 550; }
  @media (max-width: 860px) {
    .split { display: block; height: auto; }
    .list { border: 0; }
    .split.open .list, .hint { display: none; }
    .back { display: inline-flex; min-height: 2.5rem; }
    .agent, .capability { min-height: 2.75rem; align-content: center; }
  }
`;
