/* All peers of the bus as a table, with sort, search and a filter by role. */
import {LitElement, css, html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {look} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {ago, count, visible} from '../core/text.js';
import {ROLES, pacing} from './node.js';

const MOST = 200;
// A stable sort keeps the order of equal rows.
const COLUMNS = {
  name: {title: 'Name', order: (a, b) => a.name.localeCompare(b.name)},
  rate: {title: 'Messages/s', order: (a, b, at) => b.rate(at) - a.rate(at)},
  inFlight: {title: 'In flight', order: (a, b) => b.inFlight - a.inFlight},
};

class BubPeerTable extends LitElement {
  static properties = {
    nodes: {attribute: false},
    words: {state: true},
  };

  static styles = [look, css`
    :host { overflow: auto; padding: .5rem clamp(.75rem, 2.5vw, 1.75rem) 1.25rem; }
    .tools { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: .75rem; }
    .tools input { flex: 1 1 10rem; max-width: 22rem; min-height: 2.5rem; }
    .tools select { min-height: 2.5rem; }
    .card { padding: 0; overflow: auto; }
    table { width: 100%; border-collapse: collapse; font-size: var(--small); }
    th, td { padding: .35rem .75rem; text-align: start; border-bottom: 1px solid var(--line); }
    tr:last-child td { border-bottom: 0; }
    th { background: var(--raised); font-weight: 600; color: var(--quiet); }
    th button { padding: 0; min-height: 2rem; border: 0; background: none; font-weight: 600; color: inherit; }
    th[aria-sort] { color: var(--accent); }
    td button {
      min-height: 2rem; padding: 0; border: 0; background: none; color: var(--accent); text-align: start;
      white-space: normal; overflow-wrap: anywhere;
    }
    td code { margin-inline-end: .5rem; overflow-wrap: anywhere; }
    .number, th.number { text-align: end; }
    @media (max-width: 720px) { .wide { display: none; } th, td { padding-inline: .5rem; } }
  `];

  #sorted = '';
  #order = new Map();

  constructor() {
    super();
    this.nodes = [];
    this.words = '';
    new Routing(this);
  }

  focusOn(name) {
    [...this.renderRoot.querySelectorAll('td button')].find(({dataset}) => dataset.name === name)?.focus();
  }

  render() {
    const at = Date.now();
    const {parameters} = route;
    const sort = COLUMNS[parameters.get('sort')] ? parameters.get('sort') : 'rate';
    const role = parameters.get('role');
    const sought = this.words.toLowerCase();
    const found = this.nodes
        .filter((node) => (!ROLES[role] || node.role === role) && (!sought || node.name.toLowerCase().includes(sought)))
        .sort((a, b) => COLUMNS[sort].order(a, b, at) || a.name.localeCompare(b.name));
    this.#keepOrder(found, sort);
    return html`
      <div class="tools">
        <input type="search" aria-label="Find by name" placeholder="Find by name" @input=${({target}) => { this.words = target.value; }}>
        <select aria-label="Role" .value=${ROLES[role] ? role : ''} @change=${(event) => this.#ask('role', event.target.value)}>
          <option value="">all roles</option>
          ${Object.entries(ROLES).map(([key, [, many]]) => html`<option value=${key} ?selected=${key === role}>${many}</option>`)}
        </select></div>
      ${found.length ? this.#table(found.slice(0, MOST), sort, at) : html`<p class="empty">No peers match.</p>`}
      ${found.length > MOST
          ? html`<p class="quiet small">Showing the first ${MOST} of ${count(found.length)} peers. Search by name to find others.</p>` : nothing}`;
  }

  /** Keeps the order of rows under the pointer or the focus. */
  #keepOrder(found, sort) {
    if (sort === this.#sorted && this.matches(':hover, :focus-within')) {
      found.sort((a, b) => (this.#order.get(a.name) ?? Infinity) - (this.#order.get(b.name) ?? Infinity) || 0);
    }
    this.#sorted = sort;
    this.#order = new Map(found.map(({name}, i) => [name, i]));
  }

  #table(nodes, sort, at) {
    return html`<div class="card" tabindex="0" role="region" aria-label="Peers"><table>
      <thead><tr>${this.#sortable('name', sort)}<th class="wide" scope="col">Role</th>${nodes.some(({home}) => home) ? html`<th class="wide" scope="col">Node</th>` : nothing}
        ${this.#sortable('rate', sort)}${this.#sortable('inFlight', sort)}
        <th scope="col">State</th><th class="wide" scope="col">Listens to</th><th class="wide" scope="col">Connected</th></tr></thead>
      <tbody>${repeat(nodes, ({name}) => name, (node) => this.#row(node, at, nodes.some(({home}) => home)))}</tbody></table></div>`;
  }

  #sortable(key, sort) {
    const direction = key === 'name' ? 'ascending' : 'descending';
    const arrow = html`<span aria-hidden="true">${key === 'name' ? '↑' : '↓'}</span>`;
    return html`<th scope="col" class=${key === 'name' ? '' : 'number'} aria-sort=${key === sort ? direction : nothing}>
      <button @click=${() => this.#ask('sort', key)}>${COLUMNS[key].title}${key === sort ? arrow : nothing}</button></th>`;
  }

  #row(node, at, clustered) {
    const {peer, place} = node;
    const rate = node.rate(at);
    const {mood, words} = node.health(at);
    return html`<tr>
      <td><button data-name=${node.name} @click=${this.#choose}>${visible(node.name)}</button></td>
      <td class="wide">${ROLES[node.role][0]}</td>${clustered ? html`<td class="wide">${visible(node.home)}</td>` : nothing}
      <td class="number">${rate ? pacing(rate) : '–'}</td>
      <td class="number">${peer ? count(peer.inFlight) : '–'}</td>
      <td><span class="pill ${mood}">${words}</span></td>
      <td class="wide">${place ? html`<span class="quiet">${place}</span>`
          : peer.subscriptions.map((pattern) => html`<code>${visible(pattern)}</code>`)}</td>
      <td class="wide">${peer ? ago(peer.connectedAt) : '–'}</td></tr>`;
  }

  #choose({currentTarget}) {
    this.dispatchEvent(new CustomEvent('choose', {detail: currentTarget.dataset.name}));
  }

  #ask(name, value) {
    const parameters = route.parameters;
    if (value) parameters.set(name, value);
    else parameters.delete(name);
    route.go(`/map?${parameters}`, {replace: true});
  }
}

customElements.define('bub-peer-table', BubPeerTable);
