/* Cluster view: the nodes with their health, and the connection to NATS. */
import {LitElement, css, html, nothing} from 'lit';
import {get} from '../core/api.js';
import '../core/bub-copy.js';
import {command} from '../core/command.js';
import {Listening} from '../core/live.js';
import {Loading} from '../core/loading.js';
import {look} from '../core/look.js';
import {ago, bytes, count, took, visible} from '../core/text.js';
import {nodeMood} from './node-mood.js';

const REFRESH_MS = 2000;

class BubCluster extends LitElement {
  static styles = [look, css`
    header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .5rem 1rem; }
    .nodes { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
    .node { display: grid; align-content: start; gap: .5rem; border-inline-start: 5px solid var(--good); }
    .node.warn { border-inline-start-color: var(--warn); } .node.bad { border-inline-start-color: var(--bad); }
    h2 { overflow-wrap: anywhere; }
    dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .15rem .9rem; margin: 0; font-size: var(--small); }
    dt { color: var(--quiet); }
    dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
    .nats { display: grid; gap: .5rem; }
    .terminal { display: inline-flex; align-items: center; gap: .4rem; flex-wrap: wrap; }
  `];

  #loading = new Loading(this, () => get('/api/cluster'));
  #loaded = 0;

  constructor() {
    super();
    new Listening(this, {health: () => this.#refresh()});
  }

  #refresh() {
    if (document.hidden || performance.now() - this.#loaded < REFRESH_MS) return;
    this.#loaded = performance.now();
    this.#loading.start();
  }

  render() {
    const {value} = this.#loading;
    return html`<div class="page">
      <header><h1>Cluster</h1>${value?.clustered
          ? html`<span class="quiet small">${visible(value.cluster)}, ${count(value.nodes.length)} ${value.nodes.length === 1 ? 'node' : 'nodes'}</span>` : nothing}</header>
      ${this.#loading.notice()}
      ${value ? value.clustered ? this.#cluster(value) : single() : nothing}
    </div>`;
  }

  #cluster({node: own, nodes, nats}) {
    const up = nodes.filter((node) => nodeMood(node).mood === 'good').length;
    return html`
      <p role="status" class=${up === nodes.length ? 'quiet' : 'notice warn'}>${up === nodes.length
          ? 'All nodes are up.' : `${up} of ${nodes.length} nodes are healthy.`}</p>
      <ul class="nodes" aria-label="Nodes">${nodes.map((node) => card(node, own))}</ul>
      ${natsCard(nats)}`;
  }
}

function card(node, own) {
  const {mood, words} = nodeMood(node);
  const {health} = node;
  return html`<li class="card node ${mood}">
    <div class="row wrap"><h2 class="grow">${visible(node.name)}</h2>
      ${node.name === own ? html`<span class="pill">this node</span>` : nothing}<span class="pill ${mood}">${words}</span></div>
    <dl>
      ${health?.answered ? html`
        <dt>Messages</dt><dd>${count(Math.round(health.perSecond * 10) / 10)} per second, ${count(health.inFlight)} in flight</dd>
        <dt>Failing</dt><dd>${count(Math.round(health.failedPerSecond * 10) / 10)} per second</dd>
        <dt>Peers</dt><dd>${count(health.peers)}</dd>
        <dt>Memory</dt><dd>${bytes(health.heapBytes)}</dd>` : nothing}
      <dt>Interest</dt><dd>${count(node.interest)} patterns and peers</dd>
      ${node.lagMs === undefined ? nothing : html`<dt>Lag</dt><dd>${took(node.lagMs)} since the last news</dd>`}
      ${node.rttMs === undefined ? nothing : html`<dt>Round trip</dt><dd>${took(node.rttMs)}</dd>`}
      ${node.clockMs === undefined ? nothing : html`<dt>Clock</dt><dd>${clock(node.clockMs)}</dd>`}
      <dt>Version</dt><dd>bub ${visible(node.version)}, protocol ${node.protocol}</dd>
      ${node.connectedSince ? html`<dt>Joined</dt><dd>${ago(node.connectedSince)}</dd>` : nothing}
    </dl></li>`;
}

function clock(ms) {
  if (Math.abs(ms) < 50) return 'the same';
  return `${took(Math.abs(ms))} ${ms > 0 ? 'ahead' : 'behind'}`;
}

function natsCard(nats) {
  const mood = nats.state !== 'connected' || nats.quorum === false ? 'bad' : 'good';
  return html`<section class="card nats" aria-label="NATS">
    <div class="row wrap"><h2 class="grow">NATS</h2><span class="pill ${mood}">${visible(nats.state)}</span></div>
    ${nats.quorum === false ? html`<p class="notice bad">NATS has no quorum. Connected peers continue, but no new peer can connect.
      Start the other NATS servers.</p>` : nothing}
    <dl>
      ${nats.server ? html`<dt>Server</dt><dd>${visible(nats.server)}</dd>` : nothing}
      ${nats.version ? html`<dt>Version</dt><dd>${visible(nats.version)}</dd>` : nothing}
      ${nats.since ? html`<dt>Since</dt><dd>${ago(nats.since)}</dd>` : nothing}
      <dt>Reconnects</dt><dd>${count(nats.reconnects)}</dd>
      ${nats.lastError ? html`<dt>Last error</dt><dd>${visible(nats.lastError)}</dd>` : nothing}
    </dl></section>`;
}

function single() {
  const line = command('bub up --cluster nats://HOST:4222 --node-name n1');
  return html`<div class="empty"><h2>This bus is a single bus</h2>
    <p>A cluster is several buses that work as one. They need a NATS server.</p>
    <p>To make this bus a node of a cluster, start it so: <span class="terminal"><code>${line}</code><bub-copy label="Copy command"
      .text=${line}></bub-copy></span></p></div>`;
}

customElements.define('bub-cluster', BubCluster);
