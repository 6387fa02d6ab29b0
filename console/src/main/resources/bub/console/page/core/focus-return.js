/* Moves the focus into a panel that opens beside a list, and back to its link when it closes. */
import {route} from './route.js';

/** For views whose list links to URLs with parameters and whose `section` shows the selection. */
export class FocusReturn {
  #host;
  #list;
  #shown = location.search;

  /** `list` is the URL without a selection. */
  constructor(host, list) {
    this.#host = host;
    this.#list = list;
  }

  /** Moves the focus after a change of the URL. */
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

  /** Closes the panel on Escape, except while the user types in a field. */
  escape(event) {
    const isTyping = event.composedPath()[0].matches?.('input, textarea, select');
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping && location.search) route.go(this.#list);
  }
}
