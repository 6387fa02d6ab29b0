/* Health view: a verdict on the bus, and plots of the last minutes. */
import {LitElement, css, html, nothing} from 'lit';
import {nodeMood} from '../cluster/node-mood.js';
import {get} from '../core/api.js';
import {Listening} from '../core/live.js';
import {look} from '../core/look.js';
import {Routing, route} from '../core/route.js';
import {bytes, count, sentence, took, visible} from '../core/text.js';
import './bub-plot.js';
import {FIGURES} from './figures.js';
import {Timeline} from './timeline.js';
import {MEMORY_HIGH, troubles} from './verdict.js';

/** Ranges in seconds, with a suitable number of points. */
const RANGES = {'5 min': [300, 300], '15 min': [900, 300], '1 hour': [3600, 360]};
const PATIENCE_MS = 300;

class BubHealth extends LitElement {
  static properties = {
    timeline: {state: true, hasChanged: () => true},
    problem: {state: true},
    cursor: {state: true},
    slow: {state: true},
  };

  static styles = [look, css`
    header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; }
    .ranges { display: flex; }
    .ranges a { border-radius: 0; min-height: 2.5rem; border-inline-start-width: 0; }
    .ranges a:first-child { border-radius: var(--radius) 0 0 var(--radius); border-inline-start-width: 1px; }
    .ranges a:last-child { border-radius: 0 var(--radius) var(--radius) 0; }
    .ranges a[aria-current] { background: var(--accent-wash); color: var(--accent); font-weight: 600; }
    .tiles { display: grid; grid-template-columns: minmax(15rem, 2fr) repeat(4, minmax(7.5rem, 1fr)); gap: .75rem; }
    .tile { padding: .7rem .9rem; display: grid; align-content: start; }
    .tile b { font-size: 1.3rem; font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.3; }
    .state { grid-row: span 1; gap: .15rem; border-inline-start: 5px solid var(--good); }
    .state.warn { border-inline-start-color: var(--warn); } .state.bad { border-inline-start-color: var(--bad); }
    .state > h2 { font-size: 1.1rem; display: flex; gap: .5rem; }
    .state.good > h2 { color: var(--good); }
    .state ul { margin: 0; padding: 0; list-style: none; display: grid; gap: .5rem; }
    .state li b { font-size: inherit; }
    .state li.warn b { color: var(--warn); } .state li.bad b { color: var(--bad); }
    .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20.5rem), 1fr)); gap: .75rem; }
    .memory { display: grid; gap: .5rem; }
    .memory meter { inline-size: 100%; block-size: 1rem; }
    .memory ul { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
    .nodes { display: grid; gap: .5rem; }
    .scroll { overflow: auto; }
    table { width: 100%; border-collapse: collapse; font-size: var(--small); }
    th, td { padding: .35rem .6rem; text-align: start; border-bottom: 1px solid var(--line); }
    th.number, td.number { text-align: end; }
    .scrape { display: grid; gap: .5rem; }
    .scrape pre { padding: .7rem .9rem; border-radius: var(--radius); background: var(--raised); }
    @media (max-width: 900px) { .tiles { grid-template-columns: 1fr 1fr; } .state { grid-column: 1 / -1; } }
  `];

  #said = '';
  #asked = null;

  constructor() {
    super();
    this.problem = null;
    this.cursor = null;
    new Routing(this, () => this.#load());
    new Listening(this, {health: (sample) => this.#add(sample), refresh: () => this.#load()});
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load();
    setTimeout(() => { this.slow = true; }, PATIENCE_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#asked?.abort();
  }

  get #range() {
    const wanted = Number(route.parameters.get('minutes'));
    return Object.keys(RANGES).find((name) => RANGES[name][0] === wanted * 60) ?? '5 min';
  }

  async #load() {
    if (route.view !== 'health') return;
    this.#asked?.abort();
    const {signal} = this.#asked = new AbortController();
    const [seconds, points] = RANGES[this.#range];
    try {
      const history = await get('/api/health', {seconds, points}, {signal});
      this.timeline = new Timeline(history, seconds);
      this.cursor = null;
      this.problem = null;
    } catch (refused) {
      if (refused.name !== 'AbortError') this.problem = refused;
    }
  }

  #add(sample) {
    if (!this.timeline) return;
    this.timeline.add(sample);
    // A hidden page draws this sample together with the next one.
    if (!document.hidden) this.requestUpdate();
  }

  #point({cursor, words}) {
    this.cursor = cursor;
    if (words) this.#said = words;
  }

  render() {
    return html`<div class="page">
      <header><h1 class="grow">Health</h1>
        <nav class="ranges" aria-label="Time range">${Object.entries(RANGES).map(([name, [seconds]]) => html`
          <a class="button" href=${`/health?minutes=${seconds / 60}`} aria-current=${name === this.#range ? 'page' : nothing}>${name}</a>`)}
        </nav></header>
      ${this.problem ? this.#wrong() : nothing}
      ${this.timeline?.latest ? this.#well() : this.slow && !this.problem
          ? html`<p class="empty" role="status">Waiting for the first metrics …</p>` : nothing}
    </div>`;
  }

  #well() {
    const {samples, step, latest} = this.timeline;
    return html`${this.#tiles(latest)}
      <div class="plots">${FIGURES.map((figure) => html`<bub-plot .figure=${figure} .samples=${samples} .step=${step}
        .seconds=${RANGES[this.#range][0]} .cursor=${this.cursor} @cursor=${({detail}) => this.#point(detail)}></bub-plot>`)}</div>
      <p class="unseen" aria-live="polite">${this.#said}</p>
      ${latest.nodes ? this.#nodes(latest.nodes) : nothing}
      ${latest.memory ? this.#memory(latest.memory) : nothing}
      ${this.#scraping()}`;
  }

  #nodes(nodes) {
    return html`<section class="card nodes" aria-label="Nodes"><h2>Nodes</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Health by node"><table>
        <thead><tr><th scope="col">Node</th><th scope="col">State</th><th scope="col" class="number">Messages/s</th>
          <th scope="col" class="number">In flight</th><th scope="col" class="number">Failed/s</th>
          <th scope="col" class="number">Peers</th><th scope="col" class="number">Memory</th></tr></thead>
        <tbody>${nodes.map((node) => this.#node(node))}</tbody></table></div>
      <p class="small quiet">The figures above are totals of all nodes. Latencies are those of messages to this node.
        <a href="/cluster">Show the cluster</a></p></section>`;
  }

  #node(node) {
    const {mood, words} = nodeMood({state: 'up', health: node});
    const rate = (value) => (node.answered ? count(Math.round(value * 10) / 10) : '–');
    return html`<tr><th scope="row">${visible(node.name)}</th><td><span class="pill ${mood}">${words}</span></td>
      <td class="number">${rate(node.perSecond)}</td><td class="number">${rate(node.inFlight)}</td>
      <td class="number">${rate(node.failedPerSecond)}</td><td class="number">${rate(node.peers)}</td>
      <td class="number">${node.answered ? bytes(node.heapBytes) : '–'}</td></tr>`;
  }

  #memory({limitBytes, heldBytes, heldByKind, refused, closed}) {
    const words = `${bytes(heldBytes)} of ${bytes(limitBytes)} (${Math.round((heldBytes / limitBytes) * 100)}%)`;
    const kinds = Object.entries(heldByKind).filter(([, held]) => held > 0).sort(([, a], [, b]) => b - a);
    return html`<section class="card memory" aria-label="Memory held for peers"><h2>Memory held for peers</h2>
      <meter min="0" max=${limitBytes} high=${limitBytes * MEMORY_HIGH} .value=${heldBytes} aria-label="Memory held for peers"
        aria-valuetext=${words}></meter>
      <p class="small">${words}${refused ? `, ${count(refused)} refused` : ''}${closed ? `, ${count(closed)} connections closed` : ''}</p>
      ${kinds.length ? html`<ul class="small quiet">${kinds.map(([kind, held]) => html`
        <li>${visible(kind.replaceAll('_', ' '))} ${bytes(held)}</li>`)}</ul>` : nothing}</section>`;
  }

  #tiles(now) {
    const found = troubles(this.timeline);
    const mood = found[0]?.mood ?? 'good';
    return html`<div class="tiles">
      <section class="card tile state ${mood}" aria-label="State">
        ${found.length ? html`<ul>${found.map(({mood: colour, title, advice, link}) => html`<li class=${colour}>
            <b><span aria-hidden="true">${colour === 'bad' ? '✕' : '⚠'}</span> ${title}</b><p class="small">${advice}
            ${link ? html`<a href=${link.href}>${link.words}</a>` : nothing}</p></li>`)}</ul>`
          : html`<h2><span aria-hidden="true">✓</span> The bus is healthy</h2><p class="small quiet">It delivers messages and writes its log.</p>`}
      </section>
      ${this.#tile('Messages per second', count(Math.round(now.perSecond * 10) / 10))}
      ${this.#tile('Median latency', now.p50Ms === undefined ? '–' : took(now.p50Ms))}
      ${this.#tile('Peers', count(now.peers))}
      ${this.#tile('Log', now.logFailing ? 'failing' : now.logQueuedBytes > 1024 * 1024 ? `${bytes(now.logQueuedBytes)} behind` : 'up to date',
          now.logLost ? `${count(now.logLost)} events lost` : '')}
    </div>`;
  }

  #tile(name, value, more = '') {
    return html`<div class="card tile"><span class="small quiet">${name}</span><b>${value}</b>
      ${more ? html`<span class="small quiet">${more}</span>` : nothing}</div>`;
  }

  #scraping() {
    return html`<section class="card scrape"><h2>Prometheus and Grafana</h2>
      <p class="small">The same metrics are at <a href="/metrics" target="_blank">/metrics</a>.
        The sources of bub contain a dashboard, <code>ops/grafana-dashboard.json</code>,
        and alert rules, <code>ops/alerts.yml</code>.</p>
      <pre>scrape_configs:
  - job_name: bub
    static_configs: [{targets: ["${location.host}"]}]</pre></section>`;
  }

  #wrong() {
    return html`<p class="notice bad" role="alert">${sentence(this.problem.message)}</p>
      <div><button @click=${() => this.#load()}>Try again</button></div>`;
  }
}

customElements.define('bub-health', BubHealth);
