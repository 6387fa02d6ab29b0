/* The page's one live stream. It resumes by itself where it stopped; views listen to its events. */
import {get} from './api.js';
import {setClock} from './clock.js';
import {route} from './route.js';

const EVENTS = ['hello', 'reload', 'bus', 'peers', 'messages', 'traffic', 'health', 'chat', 'chats', 'sessions', 'lobby'];
const LONGEST_PAUSE_MS = 5000;
const SHORT_WAIT_MS = 500;
// A browser has six connections per host: hidden pages must not hold them all.
const UNSEEN_MS = 60_000;
// Hidden pages with a chat keep the stream, up to this number.
const MOST_UNSEEN = 3;

/**
 * Dispatches every event of the stream under its own name with its data as `detail`, and two of its
 * own: `state` when the console or the bus is lost or found again, and `refresh` when events may
 * have been missed and the views must reload.
 */
class Live extends EventTarget {
  /** True while the console answers. */
  connected = false;
  /** Last state of the bus: {connected, serverId?, reason?, since}; null before the first one. */
  bus = null;
  #source = null;
  #pause = 500;
  #wasOpen = false;
  #unseen = 0;
  #asleep = false;
  #others = new BroadcastChannel('bub-unseen');
  #hiddenSince = 0;

  constructor() {
    super();
    document.addEventListener('visibilitychange', () => this.#seen());
    this.#others.onmessage = () => { if (document.hidden && ++this.#hiddenSince >= MOST_UNSEEN) this.#sleep(); };
    // A browser keeps a left page for the back button, and its stream with it.
    addEventListener('pagehide', () => this.#sleep());
    addEventListener('pageshow', () => { if (!document.hidden && this.#asleep) this.start(); });
  }

  /** Resolves when the stream is open, or after a moment when it is not. */
  start() {
    this.#asleep = document.hidden && !this.#wasOpen;
    if (this.#asleep) {
      // A page opened in the background would be outdated when the user shows it.
      this.#wasOpen = true;
      return Promise.resolve();
    }
    this.#source?.close();
    this.#source = new EventSource('/api/stream');
    this.#source.onerror = () => this.#lost();
    for (const name of EVENTS) {
      this.#source.addEventListener(name, (event) => this.#take(name, JSON.parse(event.data)));
    }
    return new Promise((done) => {
      this.addEventListener('hello', done, {once: true});
      setTimeout(done, SHORT_WAIT_MS);
    });
  }

  stop() {
    this.#asleep = false;
    this.#source?.close();
    this.#source = null;
    this.connected = false;
  }

  #seen() {
    clearTimeout(this.#unseen);
    if (document.hidden) {
      this.#hiddenSince = 0;
      this.#others.postMessage('');
      // Chats keep counting unread lines.
      this.#unseen = setTimeout(() => { if (route.view !== 'chat') this.#sleep(); }, UNSEEN_MS);
    } else if (this.#asleep) {
      this.start();
    }
  }

  #sleep() {
    if (!this.#source) return;
    this.stop();
    this.#asleep = true;
  }

  #take(name, data) {
    if (name === 'hello') {
      this.#found(data);
    } else if (name === 'bus') {
      this.#busIs(data);
    } else if (name === 'reload') {
      this.#tell('refresh');
    }
    this.#tell(name, data);
  }

  #found(hello) {
    setClock(hello.now);
    this.#pause = 500;
    const back = this.#wasOpen && !this.connected;
    this.connected = true;
    this.#wasOpen = true;
    this.#busIs(hello.bus);
    // The stream repeats missed events by itself, but a restarted console has none of them.
    if (back) this.#tell('refresh');
  }

  #busIs(bus) {
    const back = this.bus && !this.bus.connected && bus.connected;
    this.bus = bus;
    this.#tell('state');
    if (back) this.#tell('refresh');
  }

  #lost() {
    this.connected = false;
    // Views that are loading may fail, too, even if the stream never opened: they must reload.
    this.#wasOpen = true;
    this.#tell('state');
    // A browser retries by itself unless it was refused; then the user may have to log in.
    if (this.#source?.readyState === EventSource.CLOSED) {
      setTimeout(() => this.#again(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
    }
  }

  async #again() {
    if (this.#source?.readyState !== EventSource.CLOSED) return;
    const me = await get('/api/me').catch(() => null);
    if (me && !me.role) {
      this.stop();
      dispatchEvent(new Event('bub-login-needed'));
    } else {
      this.start();
    }
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, {detail}));
  }
}

export const live = new Live();

/** Lets a component listen while it is on the page: `new Listening(this, {peers: (data) => …})`. */
export class Listening {
  #handlers;

  constructor(host, handlers) {
    this.#handlers = Object.entries(handlers).map(([name, take]) => [name, (event) => take(event.detail)]);
    host.addController(this);
  }

  hostConnected() {
    this.#handlers.forEach(([name, take]) => live.addEventListener(name, take));
  }

  hostDisconnected() {
    this.#handlers.forEach(([name, take]) => live.removeEventListener(name, take));
  }
}
