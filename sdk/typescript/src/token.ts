/** Token to present to the bus; read at each connect. */
export interface TokenSource {
  /** Undefined when there is no token. */
  read(): Promise<string | undefined>;
  /** True when the token is so new that the bus may not know it yet. */
  isFresh(): boolean;
}

export const noToken: TokenSource = { read: async () => undefined, isFresh: () => false };

export function fixedToken(token: string): TokenSource {
  return { read: async () => token, isFresh: () => false };
}

/** The first source, or else the second. */
export function firstToken(first: TokenSource, second: TokenSource): TokenSource {
  return {
    read: async () => (await first.read()) ?? (await second.read()),
    isFresh: () => first.isFresh() || second.isFresh(),
  };
}
