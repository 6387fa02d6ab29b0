/* Which view the URL asks for. Every view has a URL of its own, so that back, reload and bookmarks work. */

// What somebody typed into the address bar need not be right.
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Tells `change` when the URL did. */
class Route extends EventTarget {
  /** The first word of the path: 'chat', 'map', … */
  get view() {
    return location.pathname.split('/')[1] || 'chat';
  }

  /** What follows the view in the path, decoded. */
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

// Links are plain links; here they change the view instead of loading the page again.
addEventListener('click', (event) => {
  const link = event.composedPath().find((node) => node.localName === 'a');
  const other = event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!link || other || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
  event.preventDefault();
  route.go(link.pathname + link.search);
});

/** The URL under which a message is shown. */
export function messageUrl(messageId) {
  return `/messages?${new URLSearchParams({id: messageId})}`;
}

/** The URL of the messages from or to an address. */
export function messagesUrl(filter) {
  return `/messages?${new URLSearchParams(filter)}`;
}

export function peerUrl(clientId) {
  return `/map?${new URLSearchParams({peer: clientId})}`;
}

/** The URL that begins a chat with an agent. */
export function chatWithUrl(agent) {
  return `/chat?${new URLSearchParams({agent})}`;
}

/** Lets a component draw itself again when the URL changes. */
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
