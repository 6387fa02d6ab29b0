import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { ConnectFailed } from "../errors.js";
import type { TokenSource } from "../token.js";

/** Long enough for a busy machine; a bus checks for new tokens several times per second. */
const FRESH_MS = 5_000;

/** Token from a file that contains nothing else. */
export function tokenFromFile(file: string): TokenSource {
  return {
    async read() {
      let token: string;
      try {
        token = (await readFile(file, "utf8")).trim();
      } catch {
        throw new ConnectFailed(`cannot read the token file ${file}`);
      }
      if (token === "") {
        throw new ConnectFailed(`the token file ${file} is empty`);
      }
      return token;
    },
    isFresh() {
      try {
        return Date.now() - statSync(file).mtimeMs < FRESH_MS;
      } catch {
        return false;
      }
    },
  };
}
