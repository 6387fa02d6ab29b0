import { readAck, type Ack } from "../ack.js";
import type { Delivery } from "../envelope.js";
import type { MessageMemory } from "../recent-messages.js";
import type { Timing } from "../timing.js";
import { Store } from "./store.js";

const MAX_COMPLETED = 100_000;
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** Old rows are deleted after this many new ones. */
const FORGET_EVERY = 1_000;

const VERSIONS = [
  `CREATE TABLE handled (
     sender TEXT NOT NULL,
     message_id TEXT NOT NULL,
     ack TEXT NOT NULL,
     handled_at INTEGER NOT NULL,
     PRIMARY KEY (sender, message_id)) WITHOUT ROWID;
   CREATE INDEX handled_by_time ON handled (handled_at)`,
];

/** Durable memory of handled messages: a duplicate gets its ack even after a restart. */
export class Inbox implements MessageMemory {
  readonly #store: Store;
  readonly #timing: Timing;
  #untilForgetting = FORGET_EVERY;

  private constructor(store: Store, timing: Timing) {
    this.#store = store;
    this.#timing = timing;
  }

  static async open(file: string, timing: Timing): Promise<Inbox> {
    return new Inbox(await Store.open(file, VERSIONS), timing);
  }

  find({ from, messageId }: Delivery): Ack | undefined {
    const sql = "SELECT ack FROM handled WHERE sender = ? AND message_id = ?";
    const row = this.#store.first(sql, from, messageId);
    return row === undefined ? undefined : readAck(JSON.parse(String(row["ack"])));
  }

  async remember({ from, messageId }: Delivery, ack: Ack): Promise<void> {
    const now = Math.round(this.#timing.now());
    await this.#store.write(() => {
      this.#store.run(
        "INSERT INTO handled VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        from,
        messageId,
        JSON.stringify(ack),
        now,
      );
      if (--this.#untilForgetting <= 0) {
        this.#untilForgetting = FORGET_EVERY;
        this.#forget(now);
      }
    });
  }

  #forget(now: number): void {
    this.#store.run("DELETE FROM handled WHERE handled_at < ?", now - MAX_AGE_MS);
    this.#store.run(
      `DELETE FROM handled WHERE (sender, message_id) IN (
         SELECT sender, message_id FROM handled ORDER BY handled_at DESC LIMIT -1 OFFSET ?)`,
      MAX_COMPLETED,
    );
  }

  close(): void {
    this.#store.close();
  }
}
