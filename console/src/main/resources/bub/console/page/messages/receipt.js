/* Acks of a message. */
import {html, nothing} from 'lit';
import '../core/bub-json.js';
import {took, visible} from '../core/text.js';

function advice({success, shouldRetry, retrySeconds}) {
  if (success) return nothing;
  if (!shouldRetry) return html`<p class="small quiet">A retry will not help.</p>`;
  return html`<p class="small quiet">${retrySeconds ? `Try again after ${took(retrySeconds * 1000)}.` : 'A retry may succeed.'}</p>`;
}

function hasSomething(payload) {
  return payload !== undefined && payload !== null && (typeof payload !== 'object' || Object.keys(payload).length > 0);
}

/** Shows one ack; `who` is absent where the receipt does not say. */
export function ackCard(ack, who) {
  return html`<div class="stack ack">
    <div class="row wrap"><span class="pill ${ack.success ? 'good' : 'bad'}">${ack.success ? 'ok' : 'failed'}</span>
      ${who ? html`<b class="small">${visible(who)}</b>` : nothing}
      <span class="small">${visible(ack.message ?? '')}</span></div>
    ${advice(ack)}
    ${hasSomething(ack.payload) ? html`<bub-json label="Payload of the ack" .value=${ack.payload}></bub-json>` : nothing}
  </div>`;
}

/** Shows the outcome of a send. */
export function receipt({accepted, acks}) {
  if (!accepted) return html`<p class="notice bad">The bus did not accept the message.</p>`;
  if (!acks.length) return html`<p class="notice warn">No peer listens on this address, so no one received the message.</p>`;
  return acks.map((ack) => ackCard(ack));
}
