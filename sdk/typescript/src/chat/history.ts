/** One line of a conversation. */
export interface HistoryLine {
  role: "user" | "assistant";
  text: string;
  at: Date;
}

/** Lines of the conversations of an agent, by chat. */
export interface ChatHistory {
  /** The last lines, oldest first. */
  last(chat: string, limit: number): Promise<HistoryLine[]>;
  /** Adds a question and its answer, once per question. */
  add(chat: string, messageId: string, question: string, answer: string | undefined, at: Date): Promise<void>;
  /** Returns the number of deleted lines. */
  clear(chat: string): Promise<number>;
}

const MAX_LINES = 200;
const MAX_CHATS = 1_000;

/** History in memory; it forgets the chat that was silent for the longest time first. */
export class HistoryInMemory implements ChatHistory {
  readonly #chats = new Map<string, HistoryLine[]>();

  async last(chat: string, limit: number): Promise<HistoryLine[]> {
    return (this.#chats.get(chat) ?? []).slice(-limit);
  }

  async add(chat: string, _messageId: string, question: string, answer: string | undefined, at: Date): Promise<void> {
    const lines = this.#chats.get(chat) ?? [];
    lines.push({ role: "user", text: question, at });
    if (answer !== undefined) {
      lines.push({ role: "assistant", text: answer, at });
    }
    this.#chats.delete(chat);
    this.#chats.set(chat, lines.slice(-MAX_LINES));
    if (this.#chats.size > MAX_CHATS) {
      this.#chats.delete(this.#chats.keys().next().value!);
    }
  }

  async clear(chat: string): Promise<number> {
    const deleted = this.#chats.get(chat)?.length ?? 0;
    this.#chats.delete(chat);
    return deleted;
  }
}
