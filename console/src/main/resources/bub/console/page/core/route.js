/* Maps the URL to a view. Every view has its own URL, so that back, reload and bookmarks work. */

// A typed URL may be malformed.
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Sends `change` when the URL changes. */
class Route extends EventTarget {
  /** First segment of the path: 'chat', 'map', … */
  get view() {
    return location.pathname.split('/')[1] || 'chat';
  }

  /** Rest of the path after the view, decoded. */
  get rest() {
    return location.pathname.split('/').slice(2).map(decoded).join('/');
  }

  get parameters() {
    return new URLSearchParams(location.search);
  }

  go(path, {replace = false} = {}) {
    if (replace) {
      history.replaceState(null, '', path);
    } else {
      history.pushState(null, '', path);
    }
    this.dispatchEvent(new Event('change'));
  }
}

export const route = new Route();

addEventListener('popstate', () => route.dispatchEvent(new Event('change')));

// A click on a plain link changes the view without reloading the page.
addEventListener('click', (event) => {
  const link = event.composedPath().find((node) => node.localName === 'a');
  const other = event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || other || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
  event.preventDefault();
  route.go(link.pathname + link.search);
});

export function messageUrl(messageId) {
  return `/messages?${new URLSearchParams({id: messageId})}`;
}

/** Returns the URL of the turn that a message belongs to; `id` may also be that of a trace. */
export function turnUrl(id) {
  return `/turns?${new URLSearchParams({id})}`;
}

/** Returns the URL of the messages from or to an address. */
export function messagesUrl(filter) {
  return `/messages?${new URLSearchParams(filter)}`;
}

export function peerUrl(clientId) {
  return `/map?${new URLSearchParams({peer: clientId})}`;
}

/** Returns the URL that starts a chat with an agent. */
export function chatWithUrl(agent) {
  return `/chat?${new URLSearchParams({agent})}`;
}

/** Redraws a component when the URL changes. */
export class Routing {
  #change;

  constructor(host, change = () => host.requestUpdate()) {
    this.#change = change;
    host.addController(this);
  }

  hostConnected() {
    route.addEventListener('change', this.#change);
  }

  hostDisconnected() {
    route.removeEventListener('change', this.#change);
  }
}
