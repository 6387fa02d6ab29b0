/*
 * One chat: its lines, the state of its agent and the input field. Sends `new-chat` and `deleted`.
 */
import {LitElement, css, html, nothing} from 'lit';
import {guard} from 'lit/directives/guard.js';
import {repeat} from 'lit/directives/repeat.js';
import {icons} from '../core/icons.js';
import {Listening} from '../core/live.js';
import {look, mood} from '../core/look.js';
import {peerUrl} from '../core/route.js';
import {day, sentence, visible} from '../core/text.js';
import {user} from '../core/user.js';
import './bub-chat-menu.js';
import './bub-composer.js';
import {answerTo} from './commands.js';
import {conversation} from './conversations.js';
import {markdownLook} from './markdown-view.js';
import {aside, line, partial, transcriptLook, unsent, waiting} from './transcript.js';

const SUGGESTIONS = ['hello', 'What can you do?', 'Show me a table and some code'];
const STAGES = {no_agent: 'no agent yet', spawning: 'starting', configuring: 'getting ready', ready: 'ready'};
// Distance from the end within which the view keeps following.
const NEAR_PX = 48;
const PATIENCE_MS = 300;
const MOST_TITLE = 60;

class BubConversation extends LitElement {
  static properties = {
    chat: {},
    whole: {state: true},
    news: {state: true},
    patient: {state: true},
  };

  static styles = [look, markdownLook, transcriptLook, css`
    :host { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; height: 100%; min-height: 0; }
    header { display: flex; align-items: center; gap: .25rem .6rem; padding: .6rem 1.25rem; border-bottom: 1px solid var(--line); min-width: 0; min-height: 3.6rem; }
    h1 { font-size: 1rem; min-width: 3rem; }
    header .mono { font-size: var(--small); font-weight: 400; }
    header .pill, .back { flex: none; }
    .agent { margin-inline-start: auto; min-width: 5rem; }
    .back { display: none; }
    .scroller { overflow-y: auto; overflow-x: hidden; overscroll-behavior: contain; scrollbar-width: thin; scrollbar-gutter: stable both-edges; }
    .scroller:focus-visible { outline-offset: -2px; }
    .log { display: grid; gap: 1rem; align-content: start; max-width: 50rem; margin: 0 auto; padding: 1.25rem; }
    .earlier { justify-self: center; }
    footer { position: relative; padding: .35rem 1.25rem .9rem; }
    footer > * { max-width: 47.5rem; margin: 0 auto; }
    .news { position: absolute; inset: auto 0 calc(100% + .6rem); width: max-content; box-shadow: 0 4px 16px rgb(0 0 0 / .2); border-radius: 99px; }
    .welcome { display: grid; justify-items: center; gap: .9rem; padding: 14vh 1.25rem 2rem; text-align: center; }
    .welcome img { width: 3.2rem; }
    .welcome h2 { font-size: 1.3rem; }
    .suggestions { display: flex; flex-wrap: wrap; justify-content: center; gap: .5rem; }
    .suggestions button { min-height: 2.6rem; border-radius: 99px; white-space: normal; }
    @media (max-width: 720px) {
      header { padding: .35rem .6rem; }
      h1 .mono { display: none; }
      .back { display: inline-flex; min-height: 2.6rem; padding: .3rem .6rem; border-color: transparent; background: none; }
      .log { padding: 1rem .8rem; }
      .meta a { padding: .7rem .2rem; }
      footer { padding: .35rem .6rem .6rem; }
    }
  `];

  #talk = null;
  #draw = () => this.#changed();
  #sticks = true;
  #seen = 0;
  #resized = new ResizeObserver(() => this.#stick());

  constructor() {
    super();
    this.chat = '';
    this.whole = new Set();
    this.news = false;
    this.patient = true;
    new Listening(this, {refresh: () => this.#talk?.refresh(), sessions: () => this.#talk?.look(), chats: () => this.#talk?.look()});
  }

  willUpdate(changed) {
    if (changed.has('chat')) this.#show(conversation(this.chat));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#talk?.removeEventListener('change', this.#draw);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#talk?.addEventListener('change', this.#draw);
  }

  firstUpdated() {
    this.#resized.observe(this.#scroller);
  }

  updated(changed) {
    this.#stick();
    // On a phone the keyboard would cover the text.
    if (changed.has('chat') && !matchMedia('(pointer: coarse)').matches) this.#composer.focus();
  }

  #show(talk) {
    this.#talk?.removeEventListener('change', this.#draw);
    this.#talk = talk;
    talk.addEventListener('change', this.#draw);
    this.#sticks = true;
    this.#seen = talk.lines.at(-1)?.number ?? 0;
    this.news = false;
    this.patient = true;
    setTimeout(() => { this.patient = false; }, PATIENCE_MS);
    talk.load();
  }

  get #scroller() {
    return this.renderRoot.querySelector('.scroller');
  }

  get #composer() {
    return this.renderRoot.querySelector('bub-composer');
  }

  // ---- scroll position

  #changed() {
    const last = this.#talk.lines.at(-1)?.number ?? 0;
    if (last > this.#seen && !this.#sticks) this.news = true;
    this.#seen = last;
    this.requestUpdate();
  }

  #stick() {
    if (this.#sticks) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #scrolled() {
    const {scrollHeight, scrollTop, clientHeight} = this.#scroller;
    this.#sticks = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    if (this.#sticks) this.news = false;
  }

  #toTheEnd() {
    this.#sticks = true;
    this.news = false;
    this.#stick();
    this.#composer.focus();
  }

  async #earlier() {
    const below = this.#scroller.scrollHeight - this.#scroller.scrollTop;
    await this.#talk.loadEarlier().catch(() => {});
    this.requestUpdate();
    await this.updateComplete;
    this.#scroller.scrollTop = this.#scroller.scrollHeight - below;
  }

  // ---- actions

  #say(text) {
    this.#sticks = true;
    this.#talk.say(text);
  }

  async #command(name) {
    if (name === 'new') {
      this.dispatchEvent(new Event('new-chat'));
      return;
    }
    const talk = this.#talk;
    this.#sticks = true;
    try {
      talk.note(await answerTo(name, talk));
    } catch (refused) {
      talk.note(`/${name}: ${refused.message}`, 'bad');
    }
  }

  #edit(one) {
    this.#talk.takeBack(one);
    this.#composer.edit(one.text);
  }

  // ---- drawing

  render() {
    const talk = this.#talk;
    const why = user.mayWrite ? talk.readOnlyBecause : 'You have read-only access.';
    return html`
      ${this.#header(talk)}
      <div class="scroller" tabindex="0" role="log" aria-label="Conversation" @scroll=${this.#scrolled}>
        ${this.#isFresh(talk) ? this.#welcome(why || (talk.isForeign ? 'Messages between the person and the agent appear here.' : '')) : this.#log(talk)}
      </div>
      <footer>
        ${this.news ? html`<button class="primary small news" @click=${this.#toTheEnd}>New messages ↓</button>` : nothing}
        <bub-composer .chat=${this.chat} .why=${why} .isOperator=${talk.isForeign} .isBusy=${talk.isWaiting || talk.isTyping}
            @say=${(event) => this.#say(event.detail.text)} @command=${(event) => this.#command(event.detail.name)}></bub-composer>
      </footer>`;
  }

  #header(talk) {
    const stage = talk.standing?.stage;
    return html`<header>
      <a class="button back" href="/chat?list" aria-label="All chats">${icons.back}</a>
      <h1 class="clip" dir="auto">${visible(talk.title.slice(0, MOST_TITLE)) || (talk.isForeign ? visible(this.chat) : 'New chat')}
        ${talk.title ? html`<span class="quiet mono">${visible(this.chat)}</span>` : nothing}</h1>
      ${stage ? html`<span class="pill ${mood(stage)}" role="status">${STAGES[stage]}</span>` : nothing}
      ${talk.agent ? html`<a class="agent mono clip" href=${peerUrl(talk.agent)} title="Show on the map">${visible(talk.agent)}</a>` : nothing}
      ${user.mayWrite && !talk.isForeign && talk.lines.length ? html`<bub-chat-menu .talk=${talk}
        @deleted=${() => this.dispatchEvent(new Event('deleted'))}></bub-chat-menu>` : nothing}
    </header>`;
  }

  #isFresh(talk) {
    return talk.isLoaded && talk.lines.length + talk.unsent.all.length + talk.asides.length === 0;
  }

  #welcome(why) {
    return html`<div class="welcome">
      <img src="/icon.svg" alt="">
      <h2>${why ? 'No messages yet' : 'Say hello'}</h2>
      <p class="quiet">${why || this.#promise(this.#talk)}</p>
      ${why ? nothing : html`<div class="suggestions">${SUGGESTIONS.map((text) => html`
        <button @click=${() => this.#say(text)}>${text}</button>`)}</div>`}
    </div>`;
  }

  #promise({agent}) {
    return agent ? `Your messages go to ${visible(agent)}. Its answers appear here.`
      : 'Your first message starts an agent for this chat. Its answers appear here.';
  }

  /** Unsent messages show even without the lines: the user must see that they were not sent. */
  #log(talk) {
    return html`${talk.isLoaded ? nothing : this.#missing(talk)}<div class="log">
      ${talk.hasEarlier ? html`<button class="small earlier" @click=${this.#earlier}>Show earlier messages</button>` : nothing}
      ${repeat(this.#entries(talk), ({key}) => key, ({show}) => show())}
      ${talk.partial ? partial(talk.partial) : nothing}
      ${(talk.isWaiting || talk.isTyping) && (talk.delay || !talk.partial) ? waiting(talk) : nothing}
    </div>`;
  }

  #missing(talk) {
    if (talk.refusal) {
      return html`<div class="empty" role="alert"><p>Could not load this chat. ${sentence(talk.refusal.message)}</p>
        <button @click=${() => talk.load()}>Try again</button></div>`;
    }
    return this.patient ? nothing : html`<p class="empty" role="status">Loading …</p>`;
  }

  /** Returns lines, asides and day separators in order, each as {key, show}. */
  #entries(talk) {
    const entries = [];
    let asides = talk.asides;
    let today = '';
    const besides = (upTo) => {
      const count = asides.findIndex(({after}) => after >= upTo);
      const now = asides.slice(0, count < 0 ? asides.length : count);
      asides = asides.slice(now.length);
      now.forEach((one) => entries.push({key: one.key, show: () => guard(one, () => aside(one))}));
    };
    for (const one of talk.lines) {
      besides(one.number);
      const date = day(one.at);
      if (date !== today) entries.push({key: date, show: () => html`<div class="day">${date}</div>`});
      today = date;
      entries.push({key: one.number, show: () => this.#line(one, one.agent ?? talk.agent)});
    }
    besides(Infinity);
    for (const one of talk.unsent.all) {
      const actions = {again: () => talk.sayAgain(one), edit: () => this.#edit(one)};
      entries.push({key: one.id, show: () => unsent(one, actions, this.whole.has(one.id), this.#more(one.id))});
    }
    return entries;
  }

  #line(one, agent) {
    const whole = this.whole.has(one.number);
    return guard([one, agent, whole], () => line(one, agent, whole, this.#more(one.number)));
  }

  #more(key) {
    return () => { this.whole = new Set(this.whole).add(key); };
  }
}

customElements.define('bub-conversation', BubConversation);
