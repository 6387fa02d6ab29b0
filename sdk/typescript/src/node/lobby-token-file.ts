import { existsSync, mkdirSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { LobbyTokenInMemory, type LobbyToken } from "../lobby/lobby-token.js";

/** Lobby token in a file that only its owner can read, so that a restarted agent can reconnect. */
export class LobbyTokenFile implements LobbyToken {
  readonly #file: string;
  readonly #current = new LobbyTokenInMemory();

  constructor(file: string) {
    this.#file = file;
  }

  async read(): Promise<string | undefined> {
    if (!existsSync(this.#file)) {
      return this.#current.read();
    }
    return (await readFile(this.#file, "utf8")).trim() || undefined;
  }

  isFresh(): boolean {
    return false;
  }

  isKept(): boolean {
    return this.#current.isKept() || existsSync(this.#file);
  }

  /** Atomic: half a token would lock its agent out. */
  async keep(token: string): Promise<void> {
    await this.#current.keep(token); // even if the disk fails: this process can still reconnect
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.new`;
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(`${token}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, this.#file);
  }

  async forget(): Promise<void> {
    await this.#current.forget();
    await rm(this.#file, { force: true });
  }
}
