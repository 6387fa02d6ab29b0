/* Colours of the page for a canvas, which cannot use CSS variables. */

const NAMES = ['surface', 'line', 'strong-line', 'ink', 'quiet', 'accent', 'warn', 'bad'];

/** Calls `changed` when the colour scheme changes, until it is stopped. */
export class Palette {
  #host;
  #changed;
  #dusk = matchMedia('(prefers-color-scheme: dark)');
  #chosen = new MutationObserver(() => this.#read());

  constructor(host, changed) {
    this.#host = host;
    this.#changed = changed;
  }

  start() {
    this.#dusk.addEventListener('change', this.#read);
    this.#chosen.observe(document.documentElement, {attributeFilter: ['data-theme']});
    this.#read();
  }

  stop() {
    this.#dusk.removeEventListener('change', this.#read);
    this.#chosen.disconnect();
  }

  #read = () => {
    const probe = document.createElement('span');
    this.#host.renderRoot.append(probe);
    for (const name of NAMES) {
      probe.style.color = `var(--${name})`;
      this[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    this.#changed();
  };
}
