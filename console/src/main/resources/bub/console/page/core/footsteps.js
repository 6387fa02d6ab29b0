/* Where the keyboard is when something opens beside a list: inside it; and back at its link when it is closed. */
import {route} from './route.js';

/** For views whose list links to URLs with parameters and whose `section` shows what was chosen. */
export class Footsteps {
  #host;
  #list;
  #shown = location.search;

  /** `list`: the URL at which nothing is chosen. */
  constructor(host, list) {
    this.#host = host;
    this.#list = list;
  }

  /** The URL has changed. */
  async moved() {
    const left = this.#shown;
    this.#shown = location.search;
    await this.#host.updateComplete;
    const root = this.#host.renderRoot;
    if (this.#shown) {
      const opened = root.querySelector('section');
      opened?.scrollTo(0, 0);
      opened?.focus({preventScroll: true});
    } else if (left) {
      root.querySelector(`a[href="${CSS.escape(this.#list + left)}"]`)?.focus();
    }
  }

  /** Escape closes, but where something is typed it must not take that away. */
  escape(event) {
    const isTyping = event.composedPath()[0].matches?.('input, textarea, select');
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping && location.search) route.go(this.#list);
  }
}
