import type { ChatHistory, HistoryLine } from "../chat/history.js";
import { Store } from "./store.js";

const VERSIONS = [
  `CREATE TABLE line (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     chat TEXT NOT NULL,
     message_id TEXT NOT NULL,
     role TEXT NOT NULL,
     text TEXT NOT NULL,
     at INTEGER NOT NULL,
     UNIQUE (chat, message_id, role));
   CREATE INDEX line_by_chat ON line (chat, number)`,
];
const INSERT = "INSERT INTO line (chat, message_id, role, text, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";

/** History on disk. */
export class HistoryFile implements ChatHistory {
  readonly #store: Store;

  private constructor(store: Store) {
    this.#store = store;
  }

  static async open(file: string): Promise<HistoryFile> {
    return new HistoryFile(await Store.open(file, VERSIONS));
  }

  async last(chat: string, limit: number): Promise<HistoryLine[]> {
    const sql = "SELECT role, text, at FROM line WHERE chat = ? ORDER BY number DESC LIMIT ?";
    return this.#store
      .all(sql, chat, limit)
      .map((row) => ({
        role: row["role"] as HistoryLine["role"],
        text: String(row["text"]),
        at: new Date(Number(row["at"])),
      }))
      .reverse();
  }

  async add(chat: string, messageId: string, question: string, answer: string | undefined, at: Date): Promise<void> {
    await this.#store.write(() => {
      this.#store.run(INSERT, chat, messageId, "user", question, at.getTime());
      if (answer !== undefined) {
        this.#store.run(INSERT, chat, messageId, "assistant", answer, at.getTime());
      }
    });
  }

  clear(chat: string): Promise<number> {
    return this.#store.write(() => this.#store.run("DELETE FROM line WHERE chat = ?", chat));
  }

  close(): void {
    this.#store.close();
  }
}
