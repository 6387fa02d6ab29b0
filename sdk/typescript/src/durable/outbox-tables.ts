import type { Envelope } from "../envelope.js";
import type { Store } from "./store.js";

/** Schema of an outbox file. The Java client has the same one. */
export const OUTBOX_VERSIONS = [
  `CREATE TABLE message (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     sender TEXT NOT NULL,
     destination TEXT NOT NULL,
     message_id TEXT NOT NULL,
     payload BLOB NOT NULL,
     put_at INTEGER NOT NULL,
     UNIQUE (sender, message_id));
   CREATE INDEX message_by_destination ON message (destination, number);
   CREATE TABLE dead_letter (
     number INTEGER PRIMARY KEY,
     sender TEXT NOT NULL,
     destination TEXT NOT NULL,
     message_id TEXT NOT NULL,
     payload BLOB NOT NULL,
     reason TEXT NOT NULL,
     died_at INTEGER NOT NULL);
   CREATE TABLE total (messages INTEGER NOT NULL, bytes INTEGER NOT NULL);
   INSERT INTO total VALUES (0, 0);
   CREATE TRIGGER message_in AFTER INSERT ON message BEGIN
     UPDATE total SET messages = messages + 1, bytes = bytes + length(NEW.payload);
   END;
   CREATE TRIGGER message_out AFTER DELETE ON message BEGIN
     UPDATE total SET messages = messages - 1, bytes = bytes - length(OLD.payload);
   END`,
];

const ENVELOPE = "number, sender, destination, message_id, payload";

/** Limits of an outbox; it refuses messages above the first two. */
export interface OutboxLimits {
  messages: number;
  /** Bytes of waiting payloads. */
  bytes: number;
  /** Above it, the oldest dead letter is deleted. */
  deadLetters: number;
}

export const STANDARD_LIMITS: OutboxLimits = {
  messages: 100_000,
  bytes: 256 * 1024 * 1024,
  deadLetters: 10_000,
};

/** Message that no retry can deliver, with the reason. */
export interface DeadLetter {
  from: string;
  to: string;
  messageId: string;
  payload: unknown;
  reason: string;
  at: Date;
}

export interface StoredMessage {
  number: number;
  envelope: Envelope;
}

/** Returns a refusal, or undefined when the message is stored or was stored before. */
export function putMessage(store: Store, envelope: Envelope, limits: OutboxLimits, now: number): string | undefined {
  const payload = Buffer.from(envelope.payload);
  const total = store.first("SELECT messages, bytes FROM total") as { messages: number; bytes: number };
  if (total.messages >= limits.messages) {
    return `the outbox is full: ${total.messages} messages are waiting`;
  }
  if (total.bytes + payload.length > limits.bytes) {
    return `the outbox is full: ${total.bytes} bytes are waiting`;
  }
  store.run(
    `INSERT INTO message (sender, destination, message_id, payload, put_at)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    envelope.from,
    envelope.to,
    envelope.messageId,
    payload,
    Math.round(now),
  );
  return undefined;
}

/** A new agent of a workspace sends what an earlier one left, in its own name. */
export function adoptMessages(store: Store, sender: string): void {
  store.run("UPDATE OR IGNORE message SET sender = ? WHERE sender <> ?", sender, sender);
}

export function countMessages(store: Store): number {
  return Number(store.first("SELECT messages FROM total")!["messages"]);
}

export function destinations(store: Store): string[] {
  return store.all("SELECT DISTINCT destination FROM message").map((row) => String(row["destination"]));
}

export function headOf(store: Store, destination: string): StoredMessage | undefined {
  const sql = `SELECT ${ENVELOPE} FROM message WHERE destination = ? ORDER BY number LIMIT 1`;
  const row = store.first(sql, destination);
  return row === undefined ? undefined : { number: Number(row["number"]), envelope: envelope(row) };
}

export function removeMessage(store: Store, number: number): void {
  store.run("DELETE FROM message WHERE number = ?", number);
}

/** Returns the number of older dead letters deleted for this one. */
export function buryMessage(store: Store, number: number, reason: string, now: number, limit: number): number {
  store.run(
    `INSERT INTO dead_letter SELECT ${ENVELOPE}, ?, ? FROM message WHERE number = ?`,
    reason,
    Math.round(now),
    number,
  );
  removeMessage(store, number);
  return store.run(
    `DELETE FROM dead_letter WHERE number IN (
       SELECT number FROM dead_letter ORDER BY number DESC LIMIT -1 OFFSET ?)`,
    limit,
  );
}

/** Newest first. */
export function deadLetters(store: Store, limit: number): DeadLetter[] {
  const sql = `SELECT ${ENVELOPE}, reason, died_at FROM dead_letter ORDER BY number DESC LIMIT ?`;
  return store.all(sql, limit).map((row) => {
    const { from, to, messageId, payload } = envelope(row);
    const at = new Date(Number(row["died_at"]));
    return { from, to, messageId, payload: JSON.parse(payload), reason: String(row["reason"]), at };
  });
}

function envelope(row: Record<string, unknown>): Envelope {
  return {
    from: String(row["sender"]),
    to: String(row["destination"]),
    messageId: String(row["message_id"]),
    payload: Buffer.from(row["payload"] as Uint8Array).toString("utf8"),
  };
}
