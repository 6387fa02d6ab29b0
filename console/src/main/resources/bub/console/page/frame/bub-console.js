/* Frame around the views: the menu, the state of the bus, and help during an outage. */
import {LitElement, css, html, nothing} from 'lit';
import {icons} from '../core/icons.js';
import {Listening, live} from '../core/live.js';
import {look} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {user} from '../core/user.js';
import './bub-banner.js';
import './bub-login.js';
import {nextTheme, theme} from './theme.js';

/** Views in the order of the menu; each loads when it is first shown. */
const VIEWS = {
  chat: {name: 'Chat', load: () => import('../chat/bub-chat.js'), show: () => html`<bub-chat></bub-chat>`},
  map: {name: 'Map', load: () => import('../map/bub-map.js'), show: () => html`<bub-map></bub-map>`},
  messages: {name: 'Messages', load: () => import('../messages/bub-messages.js'), show: () => html`<bub-messages></bub-messages>`},
  turns: {name: 'Turns', load: () => import('../turns/bub-turns.js'), show: () => html`<bub-turns></bub-turns>`},
  costs: {name: 'Costs', load: () => import('../costs/bub-costs.js'), show: () => html`<bub-costs></bub-costs>`},
  lobby: {name: 'Lobby', load: () => import('../lobby/bub-lobby.js'), show: () => html`<bub-lobby></bub-lobby>`},
  sessions: {name: 'Sessions', load: () => import('../sessions/bub-sessions.js'), show: () => html`<bub-sessions></bub-sessions>`},
  health: {name: 'Health', load: () => import('../health/bub-health.js'), show: () => html`<bub-health></bub-health>`},
  cluster: {name: 'Cluster', load: () => import('../cluster/bub-cluster.js'), show: () => html`<bub-cluster></bub-cluster>`},
};

/** View to which an MCP client sends the browser; it is not in the menu. */
const AUTHORIZE = {name: 'Allow access', load: () => import('../authorize/bub-authorize.js'), show: () => html`<bub-authorize></bub-authorize>`};

/** View for an unknown URL. */
const NOWHERE = {name: 'Not found', load: async () => {}, show: () => html`<div class="empty" role="status">
  <p>There is no page at <code>${location.pathname}</code>.</p><p><a href="/chat">Go to the chats</a></p></div>`};

const AGAIN_MS = 1000;
const NARROW = matchMedia('(max-width: 720px)');

class BubConsole extends LitElement {
  static properties = {
    refusal: {state: true},
    loaded: {state: true},
    clustered: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; height: 100dvh; grid-template: "menu banner" auto "menu view" minmax(0, 1fr) / 12.5rem minmax(0, 1fr); }
    nav { grid-area: menu; display: flex; flex-direction: column; gap: .15rem; padding: .9rem .6rem; border-inline-end: 1px solid var(--line); background: var(--surface); overflow: auto; }
    bub-banner { grid-area: banner; }
    main { grid-area: view; min-height: 0; overflow: auto; }
    main > * { min-height: 100%; }
    .name { display: flex; align-items: center; gap: .55rem; padding: 0 .55rem .8rem; font-size: 1.15rem; font-weight: 700; }
    .name img { width: 1.7rem; height: 1.7rem; }
    nav a { display: flex; align-items: center; gap: .65rem; padding: .45rem .55rem; border-radius: var(--radius); color: var(--quiet); text-decoration: none; font-weight: 550; }
    nav a:hover { background: var(--raised); color: var(--ink); }
    nav a[aria-current] { background: var(--accent-wash); color: var(--accent); }
    .foot { margin-top: auto; display: grid; gap: .3rem; padding-top: 1rem; }
    .foot button { justify-content: start; color: var(--quiet); padding-inline: .55rem; }
    .bus { padding: .3rem .55rem; font-size: var(--tiny); color: var(--quiet); display: grid; }
    .dot { display: inline-block; width: .5rem; height: .5rem; border-radius: 50%; background: var(--bad); margin-inline-end: .4rem; }
    .dot.good { background: var(--good); }
    .skip { position: absolute; inset: -5rem auto auto .5rem; z-index: 9; background: var(--surface); padding: .5rem .9rem; }
    .skip:focus { top: .5rem; }

    @media (max-width: 720px) {
      :host { grid-template: "banner" auto "view" minmax(0, 1fr) "menu" auto / minmax(0, 1fr); }
      nav { flex-direction: row; justify-content: space-around; gap: 0; padding: .25rem .25rem max(.25rem, env(safe-area-inset-bottom)); border: 0; border-top: 1px solid var(--line); }
      nav a, .more { flex-direction: column; gap: 0; padding: .3rem 0; font-size: .6875rem; flex: 1 1 2.4rem; min-width: min-content; }
      .more { color: var(--quiet); font-weight: 550; min-height: 0; }
      .name { display: none; }
      .foot { inset: auto .5rem 4.2rem auto; margin: 0; padding: .6rem; color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); }
      .foot:not(:popover-open) { display: none; }
    }
  `];

  constructor() {
    super();
    this.refusal = null;
    this.loaded = new Set();
    this.clustered = false;
    new Routing(this, () => this.#arrived());
    new Listening(this, {
      state: () => this.requestUpdate(),
      health: (sample) => { if (sample.connected) this.clustered = Boolean(sample.nodes); },
    });
  }

  connectedCallback() {
    super.connectedCallback();
    user.addEventListener('change', () => this.requestUpdate());
    NARROW.addEventListener('change', () => this.requestUpdate());
    addEventListener('bub-login-needed', () => this.#lockedOut());
    this.#begin();
  }

  async #begin() {
    try {
      this.refusal = await user.arrive();
    } catch {
      setTimeout(() => this.#begin(), AGAIN_MS);
      return;
    }
    if (user.mayLook) {
      this.#view.load().catch(() => {});
      // Start the stream first: a view loads its data when it is shown and must not miss later
      // events.
      await live.start();
      await this.#load();
    }
  }

  async #lockedOut() {
    if (!user.mayLook) return;
    live.stop();
    await user.ask().catch(() => {});
  }

  get #view() {
    if (route.view === 'authorize') return AUTHORIZE;
    // A login link leads to the chats.
    return route.view === 'login' ? VIEWS.chat : VIEWS[route.view] ?? NOWHERE;
  }

  async #arrived() {
    this.requestUpdate();
    await this.#load();
    await this.updateComplete;
    this.renderRoot.querySelector('main')?.scrollTo(0, 0);
  }

  async #load() {
    const view = this.#view;
    document.title = `${view.name} · bub`;
    if (this.loaded.has(view)) return;
    try {
      await view.load();
    } catch {
      // The banner reports that the console does not answer.
      setTimeout(() => this.#load(), AGAIN_MS);
      return;
    }
    this.loaded = new Set([...this.loaded, view]);
  }

  async #leave() {
    live.stop();
    await user.logOut().catch(() => {});
    if (user.mayLook) live.start();
  }

  render() {
    if (!user.me) return html`<p class="empty" role="status">Loading …</p>`;
    if (!user.mayLook) return html`<main><bub-login .refusal=${this.refusal}></bub-login></main>`;
    const view = this.#view;
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to content</a>
      <nav aria-label="Views">
        <div class="name"><img src="/icon.svg" alt="">bub</div>
        ${Object.entries(VIEWS).filter(([key]) => this.#isInMenu(key)).map(([key, one]) => html`
          <a href=${`/${key}`} aria-current=${one === view ? 'page' : nothing}>${icons[key]}<span>${one.name}</span></a>`)}
        ${NARROW.matches
          ? html`<button class="more plain" popovertarget="foot">${icons.more}<span>More</span></button>
            <div class="foot" id="foot" popover>${this.#foot()}</div>`
          : html`<div class="foot">${this.#foot()}</div>`}
      </nav>
      <bub-banner></bub-banner>
      <main id="main" tabindex="-1">${this.loaded.has(view) ? view.show() : nothing}</main>`;
  }

  /** A phone has no room for another entry, so there the cluster is under More. */
  #isInMenu(key) {
    return key !== 'cluster' || this.clustered && !NARROW.matches;
  }

  #skip(event) {
    event.preventDefault();
    event.stopPropagation();
    this.renderRoot.querySelector('main').focus();
  }

  #foot() {
    const up = live.connected && live.bus?.connected;
    return html`
      <div class="bus"><span><span class="dot ${up ? 'good' : ''}"></span>${up ? 'connected' : 'not connected'}</span>
        <span class="clip">${live.bus?.serverId ?? ''}</span></div>
      ${this.clustered && NARROW.matches ? html`<a class="button plain small" href="/cluster">${icons.cluster} Cluster</a>` : nothing}
      ${user.mayWrite ? nothing : html`<div class="bus"><span class="pill">read-only</span></div>`}
      <button class="plain small" @click=${() => { nextTheme(); this.requestUpdate(); }}>${icons.theme} Theme: ${theme()}</button>
      ${user.me.loggedIn ? html`<button class="plain small" @click=${this.#leave}>${icons.leave} Log out</button>` : nothing}`;
  }
}

customElements.define('bub-console', BubConsole);
