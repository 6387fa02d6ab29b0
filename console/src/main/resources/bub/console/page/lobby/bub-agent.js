/* One agent of the lobby: its registration time and its capabilities. */
import {LitElement, css, html, nothing} from 'lit';
import {look} from '../core/look.js';
import {chatWithUrl, messagesUrl, peerUrl} from '../core/route.js';
import {ago, clockTime, count, day, visible} from '../core/text.js';
import {user} from '../core/user.js';
import {capabilityUrl} from './contract.js';

const MOST = 200;

class BubAgent extends LitElement {
  static properties = {agent: {attribute: false}};

  static styles = [look, css`
    :host { display: grid; gap: 1.25rem; }
    dl { align-items: baseline; }
    h2 { font-size: 1.15rem; overflow-wrap: anywhere; }
    ul { display: grid; gap: .5rem; list-style: none; margin: 0; padding: 0; }
    li a { display: grid; gap: .1rem; text-decoration: none; color: inherit; padding: .6rem .9rem; }
    li a:hover { background: var(--raised); }
    li .name { color: var(--accent); font-weight: 550; overflow-wrap: anywhere; }
  `];

  render() {
    const {agentId, online, registeredAt, lastSeen, capabilities} = this.agent;
    return html`
      <div class="stack"><div class="row wrap"><h2>${visible(agentId)}</h2><span class="pill ${online ? 'good' : ''}">${online ? 'online' : 'offline'}</span></div>
        <dl>
          ${registeredAt ? html`<dt>Registered</dt><dd>${day(registeredAt)}, ${clockTime(registeredAt)}</dd>` : nothing}
          ${lastSeen && !online ? html`<dt>Last seen</dt><dd>${ago(lastSeen)}</dd>` : nothing}
        </dl>
        <div class="row wrap">${user.mayWrite ? html`<a class="button" href=${chatWithUrl(agentId)}>Chat with it</a>` : nothing}
          <a class="button" href=${peerUrl(agentId)}>Show on the map</a><a class="button" href=${messagesUrl({from: agentId})}>Show messages</a></div></div>
      <div class="stack"><h3>${capabilities.length ? `Capabilities (${count(capabilities.length)})` : 'No capabilities'}</h3>
        <ul>${capabilities.slice(0, MOST).map((one) => html`<li><a class="card" href=${capabilityUrl(agentId, one)}>
          <span class="name">${visible(one.name)} <span class="small quiet">${visible(one.version ?? '')}</span></span>
          <span class="small quiet clip">${visible(one.description.slice(0, 300))}</span></a></li>`)}</ul>
        ${capabilities.length > MOST ? html`<p class="small quiet">${count(capabilities.length - MOST)} more. Use the search to find them.</p>` : nothing}</div>`;
  }
}

customElements.define('bub-agent', BubAgent);
