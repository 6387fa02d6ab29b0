import type { Delivery } from "../envelope.js";
import { isObject, textMember, type JsonObject } from "../json.js";
import { Message } from "../message.js";
import type { RunningTurns } from "../running-turns.js";
import type { ChatHistory, HistoryLine } from "./history.js";
import type { Step, TurnProgress } from "./turn-progress.js";

/** A message of a person, or of another agent, that wants an answer. */
export class ChatMessage extends Message {
  readonly #progress: TurnProgress;
  readonly #history: ChatHistory;

  constructor(delivery: Delivery, turns: RunningTurns, progress: TurnProgress, history: ChatHistory) {
    super(delivery, turns);
    this.#progress = progress;
    this.#history = history;
  }

  /** The channel of the chat, such as `telegram`. */
  get channel(): string | undefined {
    return textMember(this.content, "channel");
  }

  /** Id of the person in the chat service. */
  get senderId(): string | undefined {
    return textMember(this.content, "senderId");
  }

  get username(): string | undefined {
    return textMember(this.content, "username");
  }

  get fullName(): string | undefined {
    return textMember(this.content, "full_name");
  }

  get attachments(): JsonObject[] {
    const found = this.content["attachments"];
    return Array.isArray(found) ? found.filter(isObject) : [];
  }

  /** Shows at once that the agent works. The agent does it by itself after a moment. */
  typing(): void {
    this.#progress.typing();
  }

  /** Shows the text so far. A handler that returns an async iterable needs no call of this. */
  partial(text: string): void {
    this.#progress.partial(text);
  }

  /** Reports a model call, a tool call or a wait to the activity log. */
  step(step: Step): void {
    this.#progress.step(step);
  }

  /** Shows a tool call in the chat. */
  toolCall(name: string, status: "started" | "finished" | "failed", details: JsonObject = {}): void {
    this.#progress.event("tool_call", { name, status, ...details });
  }

  /** The last lines of this conversation before this message, oldest first. */
  history(limit = 20): Promise<HistoryLine[]> {
    return this.#history.last(this.from, limit);
  }
}
