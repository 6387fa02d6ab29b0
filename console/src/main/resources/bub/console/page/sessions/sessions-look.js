/*
 * Styles of the session list: columns on a wide screen, cards on a phone, narrow beside an open
 * session.
 */
import {css} from 'lit';

export const sessionsLook = css`
  :host { height: 100%; }
  .split { display: grid; height: 100%; grid-template-columns: minmax(0, 1fr); }
  .split.open { grid-template-columns: minmax(18rem, 24rem) minmax(0, 1fr); }
  .list, .detail { overflow: auto; min-height: 0; padding: 1.25rem clamp(.75rem, 2vw, 1.5rem); scrollbar-width: thin; }
  .detail:focus { outline: none; }
  .list { display: grid; gap: .8rem; align-content: start; }
  .open .list { border-inline-end: 1px solid var(--line); }
  .tools { display: flex; flex-wrap: wrap; gap: .5rem; }
  .tools input { flex: 1 1 14rem; }
  .tools select { flex: 0 1 auto; }

  ul { list-style: none; margin: 0; padding: 0; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
  ul:empty { display: none; }
  li, .heads { display: grid; grid-template-columns: minmax(11rem, 1.5fr) 6rem 9.5rem 5rem 7rem minmax(8rem, 2fr); gap: .2rem 1rem; align-items: center; padding: .5rem .9rem; }
  .heads { padding-block: 0; margin-bottom: -.4rem; font-size: var(--tiny); font-weight: 600; color: var(--quiet); }
  .heads :nth-child(4) { text-align: end; }
  li { position: relative; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 3.4rem; min-width: 0; }
  li:first-child { border-top: 0; }
  li:hover { background: var(--raised); }
  li.current { background: var(--accent-wash); }
  .who { display: grid; min-width: 0; }
  .name { color: var(--ink); font-weight: 600; text-decoration: none; outline-offset: -2px; }
  /* The whole row opens the session. */
  .name::after { content: ""; position: absolute; inset: 0; }
  .chat { position: relative; z-index: 1; color: inherit; }
  .chat:hover { color: var(--accent); }
  .memory { display: grid; grid-template-columns: 1fr 4.4rem; gap: .5rem; align-items: center; font-size: var(--small); }
  .memory svg { width: 100%; height: .45rem; border-radius: 99px; background: var(--raised); fill: var(--accent); }
  .why { grid-column: 1 / -1; }
  .word { display: none; }

  .open .heads, .open .place, .open .memory svg { display: none; }
  .open li { grid-template-columns: minmax(0, 1fr) auto; }
  .open .memory { grid-template-columns: auto; }
  .open .up, .open .memory { justify-self: start; text-align: start; }
  .open .last { text-align: end; }
  .open .state { justify-self: end; }
  .open .up, .open .memory.none { display: none; }
  .open .last { grid-column: 2; }
  .open .why { grid-area: 2 / 1; }
  .open .word { display: inline; }

  @media (max-width: 1100px) {
    .place { display: none; }
    li, .heads { grid-template-columns: minmax(9rem, 1.5fr) 6rem 9.5rem 5rem 7rem; }
  }
  @media (max-width: 860px) {
    .split, .split.open { display: block; height: auto; }
    .split.open .list { display: none; }
    .list { border: 0; }
    .heads { display: none; }
    li { grid-template-columns: minmax(0, 1fr) auto; padding: .7rem .9rem; }
    .up, .memory.none { display: none; }
    .last { grid-column: 2; }
    .why { grid-area: 2 / 1; }
    .memory { max-width: 10rem; }
    .last { text-align: end; }
    .state { justify-self: end; }
    .word { display: inline; }
    .tools input, .tools select { min-height: 2.5rem; }
    .tools select { flex: 1 1 8rem; }
  }
`;
