/* The user of this page and the user's rights. */
import {get, post} from './api.js';
import {setClock} from './clock.js';

/** Sends `change` after a login or logout. */
class User extends EventTarget {
  /** Answer of /api/me; null before it arrives. */
  me = null;

  get mayLook() {
    return Boolean(this.me?.role);
  }

  get mayWrite() {
    return this.me?.role === 'operator';
  }

  /** Logs in with the one-time code after the #, if any, and removes it from the history. */
  async arrive() {
    const code = location.pathname === '/login' ? location.hash.slice(1) : '';
    if (location.pathname === '/login') history.replaceState(null, '', '/chat');
    let refusal = null;
    if (code) await post('/api/login', {code}).catch((refused) => { refusal = refused; });
    await this.ask();
    return this.mayLook ? null : refusal;
  }

  async ask() {
    this.#is(await get('/api/me'));
  }

  async logOut() {
    this.#is(await post('/api/logout'));
  }

  #is(me) {
    this.me = me;
    setClock(me.now);
    this.dispatchEvent(new Event('change'));
  }
}

export const user = new User();
