import type { TokenSource } from "../token.js";

/**
 * Token that proves ownership of an agent's id. The lobby issues it once; from then on, nobody
 * connects under that id without it.
 */
export interface LobbyToken extends TokenSource {
  isKept(): boolean;
  keep(token: string): Promise<void>;
  forget(): Promise<void>;
}

/** For agents that choose a new id at each start. */
export class LobbyTokenInMemory implements LobbyToken {
  #current: string | undefined;

  async read(): Promise<string | undefined> {
    return this.#current;
  }

  isFresh(): boolean {
    return false;
  }

  isKept(): boolean {
    return this.#current !== undefined;
  }

  async keep(token: string): Promise<void> {
    this.#current = token;
  }

  async forget(): Promise<void> {
    this.#current = undefined;
  }
}

/** Kept before the request, so that the agent can register again after a lost answer. */
export async function proposeToken(token: LobbyToken): Promise<string> {
  const kept = await token.read();
  if (kept !== undefined) {
    return kept;
  }
  const proposed = crypto.randomUUID();
  await token.keep(proposed);
  return proposed;
}
