import { ack, type Ack } from "../ack.js";
import type { BusClient } from "../bus-client.js";
import type { Envelope } from "../envelope.js";
import { RefuseMessage } from "../errors.js";
import type { JsonObject } from "../json.js";
import type { Message } from "../message.js";
import { sha256Hex } from "../sha256.js";
import { ChatMessage } from "./chat-message.js";
import type { ChatHistory } from "./history.js";
import { TurnProgress } from "./turn-progress.js";

const MAX_ID_LENGTH = 256;

/** Text of the reply, its parts as they come, or nothing for no reply. */
export type ChatResult = string | void | undefined | null | AsyncIterable<string>;

export type ChatHandler = (message: ChatMessage) => ChatResult | Promise<ChatResult>;

/** Passes chat messages to a handler and sends what it returns as the reply. */
export class ChatAgent {
  readonly #client: BusClient;
  readonly #handler: ChatHandler;
  readonly #history: () => Promise<ChatHistory>;
  readonly #sendReply: (reply: Envelope) => Promise<void>;

  constructor(
    client: BusClient,
    handler: ChatHandler,
    history: () => Promise<ChatHistory>,
    sendReply: (reply: Envelope) => Promise<void>,
  ) {
    this.#client = client;
    this.#handler = handler;
    this.#history = history;
    this.#sendReply = sendReply;
    for (const type of ["tg_message", "agent_message", "operator_message"]) {
      client.router.serve(type, (message) => this.#answer(message));
    }
  }

  async #answer(message: Message): Promise<Ack> {
    if (typeof message.content["text"] !== "string") {
      throw new RefuseMessage("content.text: is missing");
    }
    if (message.type === "agent_message" && "reply_to_message_id" in message.payload) {
      return ack.ok("too late"); // an answer that nobody waits for; answering it would go on forever
    }
    const { signal } = message; // created now, so that a stop during the handler reaches it
    const history = await this.#history();
    const progress = new TurnProgress(this.#client, message);
    const chat = new ChatMessage(message, this.#client.turns, progress, history);
    let text: string | undefined;
    try {
      text = await this.#text(chat, progress);
    } finally {
      progress.close();
    }
    if (signal.aborted) {
      return ack.ok("stopped"); // the bus would refuse the reply
    }
    if (text !== undefined) {
      await this.#sendReply(this.#reply(chat, text));
    }
    await history.add(chat.from, chat.messageId, chat.text, text, new Date(this.#client.timing.now()));
    return ack.ok(text === undefined ? "heard" : "answered");
  }

  async #text(chat: ChatMessage, progress: TurnProgress): Promise<string | undefined> {
    const result = await this.#handler(chat);
    if (typeof result !== "object" || result === null) {
      return result ?? undefined;
    }
    let text = "";
    for await (const part of result) {
      text += part;
      progress.partial(text);
    }
    return text;
  }

  /** An agent's question gets an agent's message; a chat gets a reply that it shows. */
  #reply(chat: ChatMessage, text: string): Envelope {
    const isChat = chat.type !== "agent_message";
    const content: JsonObject = { text, ...(isChat && chat.channel ? { channel: chat.channel } : {}) };
    const payload = {
      type: isChat ? "tg_reply" : "agent_message",
      content,
      reply_to_message_id: chat.messageId,
      timestamp: new Date(this.#client.timing.now()).toISOString(),
    };
    return this.#client.compose(chat.from, payload, { messageId: replyId(chat.messageId), cause: chat });
  }
}

/** The same when the question comes again, so that the chat drops the duplicate. */
export function replyId(question: string): string {
  const id = `${question}/reply`;
  return id.length <= MAX_ID_LENGTH ? id : `${sha256Hex(question)}/reply`;
}
