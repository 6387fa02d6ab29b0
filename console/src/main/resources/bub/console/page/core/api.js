/* Client of the console's HTTP API. Treats every answer as data, never as markup. */
import {parseExactly} from './json.js';

/** A refusal: `code` for programs, `message` for people. */
export class ApiError extends Error {
  constructor(status, {code = 'failed', message = 'unexpected answer from the console', retryable = false} = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryable = retryable;
  }
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (failed) {
    if (failed.name === 'AbortError') throw failed;
    throw away();
  }
  const body = await read(answer);
  if (!answer.ok) {
    const refusal = new ApiError(answer.status, body?.error);
    if (refusal.code === 'login_needed') dispatchEvent(new Event('bub-login-needed'));
    throw refusal;
  }
  if (body === null) throw away(); // the console went away during the answer
  return body;
}

/** Returns the JSON body; null when it is not the API's, or incomplete. */
async function read(answer) {
  try {
    return parseExactly(await answer.text());
  } catch (failed) {
    if (failed.name === 'AbortError') throw failed;
    return null;
  }
}

function away() {
  return new ApiError(0, {code: 'console_away', message: 'the console does not answer', retryable: true});
}

/** Omits `parameters` that are undefined, null or empty. */
export function get(path, parameters = {}, {signal} = {}) {
  const query = new URLSearchParams(
      Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== ''));
  return ask(query.size ? `${path}?${query}` : path, {signal});
}

export function post(path, body = {}, {signal} = {}) {
  return ask(path, {
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-Bub-Console': '1'},
    body: JSON.stringify(body),
    signal,
  });
}
