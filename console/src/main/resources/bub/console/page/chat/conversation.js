/*
 * State of one chat: its lines, its unsent messages and the activity of its agent. Views draw it.
 */
import {get, post} from '../core/api.js';
import {Unsent} from './unsent.js';

const LINES = 200;
const TYPING_LASTS_MS = 10_000;
const LOOK_AGAIN_MS = 500;
const LOOK_SOON_MS = 50;

/** Sends `change`, at most once per frame. */
export class Conversation extends EventTarget {
  /** Lines from the console, by number. */
  #lines = new Map();
  #sorted = null;
  #asked = 0;
  #typingEnds;
  #looksAgain;
  #drawing = false;
  /** Messages are sent one by one, because their order matters. */
  #saying = Promise.resolve();
  /**
   * Entries between lines: tool calls, and notes, which are not in the history: {key, after: line
   * number, …}.
   */
  asides = [];
  #notes = 0;
  /** Partial answer: {replyTo, text}. */
  partial = null;
  isTyping = false;
  /** Reason for an unusual delay. */
  delay = '';
  /** Answer of GET /api/chats/{id}; null before it arrives. */
  standing = null;
  isLoaded = false;
  hasEarlier = false;
  /** Error of the last load. */
  refusal = null;

  constructor(id) {
    super();
    this.id = id;
    this.path = `/api/chats/${encodeURIComponent(id)}`;
    this.unsent = new Unsent(id);
  }

  get lines() {
    this.#sorted ??= [...this.#lines.values()].sort((a, b) => a.number - b.number);
    return this.#sorted;
  }

  get agent() {
    return this.standing?.agent ?? this.lines.findLast((line) => line.agent)?.agent;
  }

  get title() {
    return this.standing?.title ?? this.lines.find(({speaker}) => speaker === 'human')?.text ?? '';
  }

  /** True for a chat of another channel, where users of the page write as operators. */
  get isForeign() {
    return this.id.includes(':');
  }

  /** Reason why the chat is read-only, and the remedy; empty when it is not. */
  get readOnlyBecause() {
    if (this.isForeign && this.standing === null) return 'This chat is loading.';
    return this.standing?.readOnlyBecause ?? '';
  }

  /** True while a message waits for an answer. */
  get isWaiting() {
    return this.standing !== null && this.standing.toDeliver + this.standing.unanswered > 0;
  }

  // ---- from the console

  async load() {
    try {
      const {lines, more, tools = []} = await get(`${this.path}/history`, {limit: LINES});
      // Too many lines were missed: the gap loads when the user scrolls back to it.
      if (more && lines[0].number > (this.lines.at(-1)?.number ?? 0)) this.#lines.clear();
      this.#merge(lines);
      // Live entries are in the history by now.
      this.#mergeTools(tools, this.asides.filter(({isLive}) => !isLive));
      if (this.lines[0] === lines[0]) this.hasEarlier = more;
      this.isLoaded = true;
      this.refusal = null;
    } catch (refused) {
      this.refusal = refused;
    }
    this.#change();
    await this.look();
  }

  /** Loads the lines before the oldest known one. */
  async loadEarlier() {
    const {lines, more, tools = []} = await get(`${this.path}/history`, {limit: LINES, before: this.lines[0]?.number});
    this.#merge(lines);
    this.#mergeTools(tools, this.asides);
    this.hasEarlier = more;
    this.#change();
  }

  /** Reloads after a possible gap, and sends unsent messages again. */
  async refresh() {
    await this.load();
    if (!this.isWaiting) this.#rest();
    await this.sayUnsent();
  }

  /** Loads the chat's state, repeatedly while an agent is starting. */
  async look() {
    const asked = ++this.#asked;
    const standing = await get(this.path).catch(() => null);
    if (!standing || asked !== this.#asked) return;
    this.standing = standing;
    if (this.isWaiting && standing.stage !== 'ready') this.#lookIn(LOOK_AGAIN_MS);
    this.#change();
  }

  #lookIn(ms) {
    clearTimeout(this.#looksAgain);
    this.#looksAgain = setTimeout(() => this.look(), ms);
  }

  take(event) {
    switch (event.kind) {
      case 'line': this.#hear(event.line); break;
      case 'typing': this.#typing(); break;
      case 'partial': this.#grow(event); break;
      case 'tool': this.#tool(event); break;
      case 'delayed': this.delay = event.reason; break;
      case 'stopped': this.#rest('failed'); this.#lookIn(LOOK_SOON_MS); break;
    }
    this.#change();
  }

  #hear(line) {
    this.#merge([line]);
    if (line.speaker !== 'human') {
      this.#rest();
      if (this.isWaiting) this.standing = {...this.standing, unanswered: this.standing.unanswered - 1};
    }
    this.#lookIn(LOOK_SOON_MS);
  }

  #merge(lines) {
    for (const line of lines) {
      this.#lines.set(line.number, line);
      if (line.messageId) this.unsent.arrived(line.messageId);
    }
    this.#sorted = null;
  }

  #mergeTools(tools, others) {
    const kept = tools.map(({number, after, name, arguments: given, status, result}) => (
      {key: `tool-${number}`, after, tool: name, given, status, result}));
    const keys = new Set(kept.map(({key}) => key));
    this.asides = [...others.filter(({key}) => !keys.has(key)), ...kept].sort((a, b) => a.after - b.after);
  }

  #typing() {
    this.isTyping = true;
    this.delay = '';
    clearTimeout(this.#typingEnds);
    this.#typingEnds = setTimeout(() => {
      this.isTyping = false;
      this.#change();
    }, TYPING_LASTS_MS);
    if (this.standing?.stage !== 'ready') this.look();
  }

  #grow({replyTo, text}) {
    if (this.lines.findLast((line) => line.replyTo === replyTo)) return;
    this.partial = {replyTo, text};
    this.delay = '';
  }

  #tool({name, arguments: given, status, result}) {
    const begun = this.asides.findLast((one) => one.tool === name && one.given === given && one.status === 'started');
    if (begun && status !== 'started') {
      this.#replace(begun, {...begun, status, result});
    } else {
      this.#add({tool: name, given, status, result, isLive: true});
    }
  }

  /** Clears the progress after an answer or a stop. */
  #rest(end = 'finished') {
    this.partial = null;
    this.isTyping = false;
    this.delay = '';
    // The end of the last tool call may have been skipped, but no tool runs any more.
    for (const one of this.asides) {
      if (one.status === 'started') this.#replace(one, {...one, status: end});
    }
  }

  #add(aside) {
    this.asides = [...this.asides, {...aside, after: this.lines.at(-1)?.number ?? 0, key: `aside-${this.#notes++}`}];
  }

  #replace(old, aside) {
    this.asides = this.asides.map((one) => (one === old ? aside : one));
  }

  // ---- from the person

  /** Adds a note of the page itself, for this window only. */
  note(text, mood = '') {
    this.#add({note: text, mood});
    this.#change();
  }

  say(text) {
    return this.#send(this.unsent.add(text));
  }

  sayUnsent() {
    return Promise.all(this.unsent.worthRetrying.map((one) => this.#send(one)));
  }

  sayAgain(one) {
    return this.#send(one);
  }

  takeBack(one) {
    this.unsent.remove(one);
    this.#change();
  }

  #send({id, text}) {
    this.unsent.mark(id, {state: 'sending'});
    this.#change();
    this.#saying = this.#saying.then(() => this.#post(id, text));
    return this.#saying;
  }

  async #post(id, text) {
    try {
      const {messageId} = await post(`${this.path}/say`, {text, id});
      this.unsent.mark(id, {state: 'sent', messageId});
      await this.look();
    } catch (refused) {
      this.unsent.mark(id, {state: 'failed', why: refused.message, retryable: refused.retryable});
    }
    this.#change();
  }

  #change() {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.dispatchEvent(new Event('change'));
    });
  }
}
