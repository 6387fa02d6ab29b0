/* Message view: the activity log, live and searchable, with one message beside it. */
import {LitElement, css, html, nothing} from 'lit';
import {now} from '../core/clock.js';
import {command} from '../core/command.js';
import {icons} from '../core/icons.js';
import {Listening} from '../core/live.js';
import {look} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {clockTime, count, sentence, visible} from '../core/text.js';
import {user} from '../core/user.js';
import './bub-log.js';
import './bub-message.js';
import {local} from './bub-search.js';
import './bub-send.js';
import {Filter} from './filter.js';
import {LogWindow} from './log-window.js';

const SLOW_MS = 300;
// A message that looks pending may have ended unnoticed.
const DOUBTFUL_MS = 4000;
const LOOK_AGAIN_MS = 5000;
// Above this rate the list shows a part of the messages.
const BUSY_PER_SECOND = 100;

class BubMessages extends LitElement {
  static properties = {
    log: {state: true},
    opened: {state: true},
    jumping: {state: true},
    load: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); height: 100%; overflow: hidden; }
    header { display: grid; gap: .6rem; padding: .9rem 1rem .7rem; border-bottom: 1px solid var(--line); }
    .body { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); min-height: 0; }
    .list { position: relative; display: grid; grid-template-rows: minmax(0, 1fr) auto; min-height: 0; }
    .list > .empty { position: absolute; inset: 0; }
    .fresh { position: absolute; top: 2.6rem; left: 50%; translate: -50%; z-index: 2; border-radius: 99px; box-shadow: 0 2px 10px rgb(0 0 0 / .2); }
    .foot { display: flex; align-items: center; gap: .75rem; min-height: 2.5rem; padding: .2rem 1rem; border-top: 1px solid var(--line); font-size: var(--small); color: var(--quiet); background: var(--surface); }
    .foot button { min-height: 1.9rem; }
    bub-message { min-height: 0; border-inline-start: 1px solid var(--line); background: var(--ground); }
    @media (min-width: 1100px) { .body.split { grid-template-columns: minmax(0, 1fr) minmax(28rem, 44%); } }
    @media (max-width: 1099px) { bub-message { position: absolute; inset: 0 0 0 auto; width: min(100%, 36rem); z-index: 3; } }
    @media (max-width: 720px) {
      header { padding: .6rem .75rem; }
      header .wide { display: none; }
      header button { min-height: 2.5rem; }
      :host(.reading) { grid-template-rows: 0 minmax(0, 1fr); }
      :host(.reading) header { visibility: hidden; padding: 0; border: 0; overflow: hidden; }
      bub-message { width: 100%; border: 0; }
    }
  `];

  #isTop = true;
  #slow = 0;
  #lookedAgain = 0;
  // True when the latest news left messages out.
  #isPart = false;
  #byKey = false;

  constructor() {
    super();
    this.opened = null;
    this.jumping = false;
    this.load = null;
    new Routing(this, () => this.#arrive());
    new Listening(this, {
      messages: (news) => this.#take(news),
      health: (sample) => this.#doubt(sample),
      refresh: () => this.#again(),
      // Messages between the load of the page and this event were not reported.
      hello: () => this.#again(),
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.#arrive();
    document.addEventListener('keydown', this.#key);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#key);
    this.log?.close();
    this.log = null;
  }

  /** Shows the state that the URL describes. */
  #arrive() {
    if (route.view !== 'messages') return;
    const filter = Filter.of(route.parameters);
    if (filter.key !== this.log?.filter.key) {
      this.log?.close();
      this.log = new LogWindow(filter);
      this.log.addEventListener('change', () => this.requestUpdate());
      this.log.reload();
      clearTimeout(this.#slow);
      this.#slow = setTimeout(() => this.requestUpdate(), SLOW_MS);
    }
    const was = this.opened;
    this.opened = route.parameters.get('id');
    this.classList.toggle('reading', Boolean(this.opened));
    if (was && !this.opened) {
      this.#catchUp();
      this.updateComplete.then(() => this.#list?.focus());
    }
  }

  get #list() {
    return this.renderRoot.querySelector('bub-log');
  }

  // ---- live updates

  get #isFollowing() {
    return this.#isTop && !this.opened;
  }

  #take(news) {
    this.#isPart = news.skipped > 0 || news.sampled < 1;
    if (this.#isPart) this.load ??= {perSecond: 0};
    this.log?.take(news, this.#isFollowing);
  }

  /** Checks once per second if pending messages have ended. */
  #doubt({perSecond}) {
    if (this.load && (perSecond <= BUSY_PER_SECOND || !this.#isPart)) {
      this.load = null;
      // Messages that a busy bus skipped appear once it is calm.
      if (this.#isFollowing) this.#again();
    } else if (this.load) {
      this.load = {perSecond};
    }
    if (!this.log || !this.#isFollowing || this.log.busy || now() - this.#lookedAgain < LOOK_AGAIN_MS) return;
    const isDoubtful = (row) => row.status === 'pending' && now() - Date.parse(row.at) > DOUBTFUL_MS;
    if (this.log.rows.slice(0, 50).some(isDoubtful)) this.#again();
  }

  #again() {
    this.#lookedAgain = now();
    if (this.#isTop || this.log?.error) this.log?.reload();
  }

  #follow({detail: {isTop, row}}) {
    this.#isTop = isTop;
    if (!isTop && row) this.log.mend(row);
    this.#catchUp();
    this.requestUpdate();
  }

  #catchUp() {
    if (this.#isFollowing && this.log.fresh) this.log.reload();
  }

  async #toNewest() {
    await this.log.reload();
    this.#isTop = true;
    this.#list.show(0);
    this.#list.focus();
  }

  // ---- actions

  #key = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.composedPath()[0].matches?.('input, textarea, select');
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      this.renderRoot.querySelector('bub-search').focus();
    } else if (event.key === 'Escape' && this.opened && !isTyping) {
      this.#close();
    }
  };

  #close() {
    route.go(this.log.filter.url());
  }

  #open({detail: {row, byKey}}) {
    this.#byKey = byKey;
    route.go(this.log.filter.url(row.messageId), {replace: !byKey});
  }

  #search({detail: filter}) {
    route.go(filter.url(this.opened), {replace: true});
  }

  #fold({target: {checked}}) {
    route.go(this.log.filter.showing(checked).url(this.opened), {replace: true});
  }

  async #jump(event) {
    event.preventDefault();
    const time = new Date(event.target.elements.time.value);
    if (Number.isNaN(time.getTime())) return;
    this.jumping = false;
    this.#isTop = false;
    this.#list.show(await this.log.toTime(time.toISOString()));
    this.#list.focus();
  }

  // ---- drawing

  render() {
    if (!this.log) return nothing;
    const {filter} = this.log;
    return html`
      <header>
        <div class="row wrap">
          <h1 tabindex="-1">Messages</h1>
          ${this.#liveness()}
          ${this.log.missingNodes.length ? html`<span class="pill bad">without ${this.log.missingNodes.map(visible).join(', ')}, which ${
            this.log.missingNodes.length === 1 ? 'does' : 'do'} not answer</span>` : nothing}
          <span class="grow"></span>
          <label class="small quiet" title="Also show steps, typing, partial answers and the console's own requests">
            <input type="checkbox" .checked=${!filter.folds} ?disabled=${!filter.showsAll && !filter.folds} @change=${this.#fold}> Show everything</label>
          <button aria-expanded=${this.jumping} @click=${() => { this.jumping = !this.jumping; }}>Jump to time</button>
          <button ?disabled=${!user.mayWrite} title=${user.mayWrite ? nothing : 'You have read-only access.'}
              @click=${() => this.renderRoot.querySelector('bub-send').open()}>${icons.send}<span>Send<span class="wide"> a message</span></span></button>
        </div>
        ${this.jumping ? html`<form class="row wrap" @submit=${this.#jump}>
          <label for="time">Show messages before</label>
          <input id="time" name="time" type="datetime-local" step="1" required .value=${local(now())}>
          <button class="primary">Go</button>
        </form>` : nothing}
        <bub-search .filter=${filter} @search=${this.#search}></bub-search>
      </header>
      <div class="body ${this.opened ? 'split' : ''}">
        <div class="list">
          <bub-log .log=${this.log} .filter=${filter} .selected=${this.opened} @open=${this.#open} @follow=${this.#follow}></bub-log>
          ${this.#state()}
          ${this.log.fresh && !this.#isFollowing
            ? html`<button class="primary fresh" @click=${this.#toNewest}>${count(this.log.fresh)} new</button>` : nothing}
          ${this.#foot()}
        </div>
        ${this.opened ? html`<bub-message .messageId=${this.opened} .filter=${filter} .takeFocus=${this.#byKey}
            @close=${this.#close}></bub-message>` : nothing}
      </div>
      <bub-send></bub-send>`;
  }

  #liveness() {
    if (this.load) {
      const rate = this.load.perSecond ? `: ${count(this.load.perSecond)} messages per second` : '';
      return html`<span class="pill warn">showing a sample${rate}</span>`;
    }
    return this.#isFollowing ? html`<span class="pill good wide">live</span>` : nothing;
  }

  /** Returns the text that replaces an empty list. */
  #state() {
    const {log} = this;
    if (log.error && !log.rows.length) {
      return html`<div class="empty" role="alert"><p>Could not read the log. ${sentence(log.error.message)}</p>
        <button @click=${() => log.goOn()}>Try again</button></div>`;
    }
    if (log.rows.length || !log.loaded || !log.isComplete) return nothing;
    return log.filter.isEmpty
      ? html`<div class="empty"><h2>No messages yet</h2><p>Say hello in <a href="/chat">Chat</a>, or run this command in a terminal:</p>
          <pre>${command('bub bus send --to agent:worker "hello"')}</pre></div>`
      : html`<div class="empty"><h2>No messages match</h2><a class="button" href="/messages">Remove the filter</a></div>`;
  }

  /** Shows the progress of a search. */
  #foot() {
    const {log} = this;
    if (log.error && log.rows.length) {
      return html`<div class="foot" role="alert"><span class="grow">${sentence(log.error.message)}</span>
        <button @click=${() => log.goOn()}>Try again</button></div>`;
    }
    if (!log.searchedBack || log.isComplete) {
      return log.filter.values.text ? html`<div class="foot">
        <span class="grow">New messages appear here only if their first 200 characters contain the text.</span>
        <button @click=${() => log.reload()}>Search again</button></div>` : nothing;
    }
    const to = clockTime(log.searchedBack);
    return html`<div class="foot" role="status">
      <span class="grow">${log.busy ? `Searching … back to ${to}, ${count(log.rows.length)} found.` : `Searched back to ${to}.`}</span>
      ${log.busy ? html`<button @click=${() => log.stop()}>Stop</button>`
        : html`<button @click=${() => log.goOn()}>Search further</button>`}
    </div>`;
  }
}

customElements.define('bub-messages', BubMessages);
