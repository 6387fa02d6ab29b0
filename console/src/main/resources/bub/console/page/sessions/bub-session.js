/* One session: its facts, its log, and buttons to stop or restart it after a confirmation. */
import {LitElement, css, html, nothing} from 'lit';
import {post} from '../core/api.js';
import '../core/bub-copy.js';
import {command} from '../core/command.js';
import {icons} from '../core/icons.js';
import {look, mood} from '../core/look.js';
import {messagesUrl, peerUrl} from '../core/route.js';
import {ago, bytes, clockTime, day, sentence, took, visible} from '../core/text.js';
import {user} from '../core/user.js';
import './bub-log-tail.js';
import {chatLink} from './chat-link.js';

const STAYS = 'The chat and its workspace stay.';

/** Actions, with their explanations and their confirmations. */
const ORDERS = {
  stop: {name: 'Stop', sure: 'Stop it', doing: 'Stopping …', done: 'Stopped.', means: `This ends the process of the agent. ${STAYS} The next message in the chat starts it again.`},
  restart: {name: 'Restart', sure: 'Restart it', doing: 'Restarting …', done: 'Running again.', means: `This ends the process of the agent and starts a new one. ${STAYS} The agent then answers open messages.`},
  start: {name: 'Start', sure: 'Start it', doing: 'Starting …', done: 'Running again.', means: 'This starts a new process in the workspace. The next message in the chat would also start it.'},
};

class BubSession extends LitElement {
  static properties = {
    session: {attribute: false},
    agent: {attribute: false},
    isKnown: {attribute: false},
    asked: {state: true},
    doing: {state: true},
    news: {state: true},
  };

  static styles = [look, css`
    :host { display: grid; gap: 1.25rem; max-width: 60rem; }
    h2 { font-size: 1.15rem; overflow-wrap: anywhere; }
    dl { align-items: baseline; }
    .back { justify-self: start; }
    .path { display: flex; flex-wrap: wrap; gap: .1rem .5rem; align-items: center; }
    .sure { display: grid; gap: .6rem; }
    @media (min-width: 861px) { .back { display: none; } }
    @media (max-width: 720px) { button, .button { min-height: 2.5rem; } }
  `];

  willUpdate(changed) {
    if (changed.has('agent')) {
      this.asked = null;
      this.doing = null;
      this.news = null;
    }
  }

  render() {
    const {session} = this;
    const back = html`<a class="button back" href="/sessions">${icons.back} Sessions</a>`;
    if (!session) return html`${back}${this.isKnown ? html`<p class="empty">${visible(this.agent)} no longer has a session.</p>` : nothing}`;
    return html`${back}
      <div class="stack"><div class="row wrap"><h2>${visible(session.agent)}</h2><span class="pill ${mood(session.status)}">${visible(session.status)}</span></div>
        ${this.#facts(session)}</div>
      <div class="stack">${this.#actions(session)}</div>
      ${session.hasLog ? html`<bub-log-tail .agent=${session.agent}></bub-log-tail>` : html`<div class="stack"><h2>Log</h2>
        <p class="quiet">The console cannot read this log. Run this command in a terminal: <code>${command(`bub sessions logs ${visible(session.agent.replace(/^agent:/, ''))}`)}</code></p></div>`}`;
  }

  #facts(one) {
    const time = (text) => html`${ago(text)} <span class="quiet small">${day(text)}, ${clockTime(text)}</span>`;
    return html`<dl>
      <dt>Chat</dt><dd>${chatLink(one.chat)}</dd>
      ${one.status === 'stopped' && one.exitReason ? html`<dt>Stop reason</dt><dd>${visible(one.exitReason)}</dd>` : nothing}
      ${one.status === 'stopped' && one.stoppedAt ? html`<dt>Stopped</dt><dd>${time(one.stoppedAt)}</dd>` : nothing}
      ${one.status === 'running' ? html`<dt>Up for</dt><dd>${took(one.uptimeSeconds * 1000)}</dd>` : nothing}
      ${one.memoryBytes ? html`<dt>Memory</dt><dd>${bytes(one.memoryBytes)}</dd>` : nothing}
      ${one.lastActivity ? html`<dt>Last active</dt><dd>${time(one.lastActivity)}</dd>` : nothing}
      ${one.createdAt ? html`<dt>Created</dt><dd>${time(one.createdAt)}</dd>` : nothing}
      ${one.pid && one.status !== 'stopped' ? html`<dt>Process</dt><dd>${one.pid}</dd>` : nothing}
      <dt>Workspace</dt><dd class="path"><code>${visible(one.workspace)}</code><bub-copy label="Copy path" .text=${one.workspace}></bub-copy></dd></dl>`;
  }

  #actions(session) {
    const offered = session.status === 'stopped' ? ['start'] : ['stop', 'restart'];
    const reason = user.mayWrite ? '' : 'You have read-only access. Only operators can start and stop agents.';
    return html`
      <div class="row wrap">
        ${offered.map((order) => html`<button id=${order} class=${order === 'stop' ? 'danger' : ''} ?disabled=${Boolean(reason || this.doing)} aria-describedby="reason"
            aria-expanded=${this.asked === order} @click=${() => this.#think(order)}>${ORDERS[order].name}</button>`)}
        <a class="button" href=${peerUrl(session.agent)}>Show on the map</a>
        <a class="button" href=${messagesUrl({from: session.agent})}>Show messages</a>
        <span id="reason" class="small quiet">${reason}</span></div>
      ${this.asked ? this.#secondThought(this.asked) : nothing}
      <div role="status">${this.doing ? html`<p class="notice">${ORDERS[this.doing].doing}</p>` : nothing}
        ${this.news ? html`<p class="notice ${this.news.mood}">${visible(this.news.text)}</p>` : nothing}</div>`;
  }

  #secondThought(order) {
    return html`<div class="notice sure" role="group" aria-labelledby="means" @keydown=${this.#escape}><p id="means">${ORDERS[order].means}</p>
      <div class="row wrap"><button id="sure" class=${order === 'stop' ? 'danger' : 'primary'} @click=${() => this.#do(order)}>${ORDERS[order].sure}</button>
        <button @click=${this.#rather}>Cancel</button></div></div>`;
  }

  async #think(order) {
    if (this.asked === order) {
      this.#rather();
      return;
    }
    this.asked = order;
    this.news = null;
    await this.updateComplete;
    this.renderRoot.getElementById('sure').focus();
  }

  #escape(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#rather();
  }

  async #rather() {
    const order = this.asked;
    this.asked = null;
    await this.updateComplete;
    this.renderRoot.getElementById(order)?.focus();
  }

  async #do(order) {
    const {agent} = this;
    this.asked = null;
    this.doing = order;
    let news;
    try {
      await post(`/api/sessions/${order === 'stop' ? 'stop' : 'restart'}`, {agent});
      news = {mood: 'good', text: ORDERS[order].done};
    } catch (refused) {
      news = {mood: 'bad', text: `Could not ${order} the agent. ${sentence(refused.message)}`};
    }
    this.dispatchEvent(new CustomEvent('bub-session-changed', {bubbles: true}));
    if (agent !== this.agent) return;
    this.doing = null;
    this.news = news;
    await this.updateComplete;
    (this.renderRoot.getElementById(order) ?? this.renderRoot.querySelector('button:not(:disabled)'))?.focus();
  }
}

customElements.define('bub-session', BubSession);
