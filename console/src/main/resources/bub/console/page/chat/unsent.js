/*
 * Messages that the console has not received yet. The tab stores them, so that they survive a
 * reload.
 */

/**
 * Unsent messages: {id, text, at, state: 'sending' | 'sent' | 'failed', why?, retryable?,
 * messageId?}.
 */
export class Unsent {
  #key;
  all = [];

  constructor(chat) {
    this.#key = `bub-unsent-${chat}`;
    try {
      this.all = JSON.parse(sessionStorage.getItem(this.#key) ?? '[]')
          .map((one) => ({...one, state: 'failed', why: 'the page was closed', retryable: true}));
    } catch {
      this.all = [];
    }
  }

  get worthRetrying() {
    return this.all.filter(({state, retryable}) => state === 'failed' && retryable);
  }

  add(text) {
    const one = {id: crypto.randomUUID(), text, at: new Date().toISOString(), state: 'sending'};
    this.#are([...this.all, one]);
    return one;
  }

  mark(id, news) {
    this.#are(this.all.map((one) => (one.id === id ? {...one, ...news} : one)));
  }

  remove({id}) {
    this.#are(this.all.filter((one) => one.id !== id));
  }

  /** Removes a message when its line arrives: the bus id ends with the message's own id. */
  arrived(messageId) {
    if (this.all.some(({id}) => messageId.endsWith(`/${id}`))) {
      this.#are(this.all.filter(({id}) => !messageId.endsWith(`/${id}`)));
    }
  }

  #are(all) {
    this.all = all;
    const kept = all.filter(({state}) => state !== 'sent').map(({id, text, at}) => ({id, text, at}));
    try {
      if (kept.length) {
        sessionStorage.setItem(this.#key, JSON.stringify(kept));
      } else {
        sessionStorage.removeItem(this.#key);
      }
    } catch {
      // Too large for the storage: it lives as long as the page.
    }
  }
}
