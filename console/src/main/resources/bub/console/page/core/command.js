/* Terminal commands on the page, under the name by which bub was started. */
import {user} from './user.js';

/** Returns a command such as `bub up` in a form that can be pasted where bub runs. */
export function command(text) {
  return text.replace(/^bub(?= )/, user.me?.program ?? 'bub');
}
