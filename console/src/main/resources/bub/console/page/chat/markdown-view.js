/* Shows Markdown. All content becomes text in the page's own templates, never HTML. */
import {css, html, nothing} from 'lit';
import {visible} from '../core/text.js';
import {parse} from './markdown.js';

// Terminal controls and direction overrides; the joiners of emoji and of scripts may stay.
const TRICKS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a long text without characters that reverse or hide the text around them. */
export function readable(text) {
  return text.replaceAll('\r\n', '\n').replace(TRICKS, visible);
}

export function markdown(text) {
  return parse(readable(text)).map(block);
}

function block(one) {
  switch (one.type) {
    case 'heading': return html`<p class="heading" role="heading" aria-level=${Math.min(6, one.level + 2)} dir="auto">${spans(one.inline)}</p>`;
    case 'code': return code(one);
    case 'quote': return html`<blockquote>${one.blocks.map(block)}</blockquote>`;
    case 'list': return list(one);
    case 'table': return table(one);
    case 'rule': return html`<hr>`;
    default: return html`<p dir="auto">${spans(one.inline)}</p>`;
  }
}

function list({start, loose, items}) {
  const shown = items.map((blocks) => html`<li dir="auto">${blocks.map((one) => {
    return one.type === 'paragraph' && !loose ? html`<span class="tight">${spans(one.inline)}</span>` : block(one);
  })}</li>`);
  return start === undefined ? html`<ul>${shown}</ul>` : html`<ol start=${start}>${shown}</ol>`;
}

function table({aligns, head, rows}) {
  return html`<div class="wide" tabindex="0" role="group" aria-label="Table"><table>
    <thead><tr>${head.map((cell, i) => html`<th class=${aligns[i]} dir="auto">${spans(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => html`<td class=${aligns[i]} dir="auto">${spans(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function code({language, text}) {
  return html`<figure class="code">
    <figcaption><span>${language || 'text'}</span><button class="plain" @click=${(event) => copy(event.currentTarget, text)}>Copy</button></figcaption>
    <pre tabindex="0" dir="ltr"><code>${text}</code></pre>
  </figure>`;
}

async function copy(button, text) {
  const done = await (navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false);
  button.textContent = done ? 'Copied' : 'Copying is not allowed here';
  setTimeout(() => { button.textContent = 'Copy'; }, 2000);
}

function spans(inline, inLink = false) {
  return inline.map((one) => (typeof one === 'string' ? one : span(one, inLink)));
}

function span(one, inLink) {
  switch (one.type) {
    case 'code': return html`<code>${one.text}</code>`;
    case 'strong': return html`<strong>${spans(one.inline, inLink)}</strong>`;
    case 'em': return html`<em>${spans(one.inline, inLink)}</em>`;
    case 'strike': return html`<s>${spans(one.inline, inLink)}</s>`;
    case 'link': return inLink ? spans(one.inline, true)
        : html`<a href=${one.href} title=${visible(one.href)} target="_blank" rel="noopener noreferrer">${spans(one.inline, true)}</a>`;
    default: return nothing;
  }
}

export const markdownLook = css`
  .text { display: grid; gap: .6rem; min-width: 0; overflow-wrap: anywhere; }
  .text > *, blockquote > * { min-width: 0; }
  .text p, .tight { white-space: pre-wrap; }
  .heading { font-weight: 650; font-size: 1.0625rem; margin-top: .25rem; }
  .text :not(pre) > code { padding: .1em .35em; border-radius: 5px; background: var(--raised); }
  ul, ol { margin: 0; padding-inline-start: 1.5rem; display: grid; gap: .2rem; }
  li > * + * { margin-top: .3rem; }
  .tight { display: block; }
  blockquote { margin: 0; padding-inline-start: .8rem; border-inline-start: 3px solid var(--line); color: var(--quiet); display: grid; gap: .5rem; }
  hr { width: 100%; border: 0; border-top: 1px solid var(--line); margin: .2rem 0; }
  .wide { overflow-x: auto; }
  table { border-collapse: collapse; font-size: .9em; }
  th, td { padding: .3rem .7rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
  th { background: var(--raised); font-weight: 600; }
  .center { text-align: center; }
  .end { text-align: end; }
  .code { margin: 0; border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; background: var(--surface); }
  .code figcaption { display: flex; align-items: center; justify-content: space-between; padding-inline-start: .8rem; background: var(--raised); color: var(--quiet); font-size: var(--tiny); font-family: var(--mono); }
  .code button { min-height: 2rem; border-radius: 0; font-family: var(--letters); font-size: var(--tiny); color: var(--quiet); }
  .code pre { padding: .7rem .8rem; overflow-x: auto; white-space: pre; overflow-wrap: normal; max-height: 26rem; tab-size: 4; }
`;
