/* What one chat knows: what was said, what is on its way, what its agent does. Views draw it; it draws nothing. */
import {get, post} from '../core/api.js';
import {Unsent} from './unsent.js';

const LINES = 200;
const TYPING_LASTS_MS = 10_000;
const LOOK_AGAIN_MS = 500;
const LOOK_SOON_MS = 50;

/** Tells `change`, at most once a frame. */
export class Conversation extends EventTarget {
  /** As the console tells them, by number. */
  #lines = new Map();
  #sorted = null;
  #asked = 0;
  #typingEnds;
  #looksAgain;
  #drawing = false;
  /** What is said goes one by one: in another order it may mean something else. */
  #saying = Promise.resolve();
  /** Entries beside the lines: tool calls, and notes, which are in no history: {key, after: line number, …}. */
  asides = [];
  #notes = 0;
  /** The answer as far as it goes: {replyTo, text}. */
  partial = null;
  isTyping = false;
  /** Why it takes longer than usual. */
  delay = '';
  /** As GET /api/chats/{id}; null before. */
  standing = null;
  isLoaded = false;
  hasEarlier = false;
  /** Why nothing could be loaded. */
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

  /** True for a chat of another channel: what is written here goes to its person as an operator's words. */
  get isForeign() {
    return this.id.includes(':');
  }

  /** Why nothing can be written here, and what to do about it; empty when something can. */
  get readOnlyBecause() {
    if (this.isForeign && this.standing === null) return 'This chat is loading.';
    return this.standing?.readOnlyBecause ?? '';
  }

  /** Whether something that was typed waits for an answer. */
  get isWaiting() {
    return this.standing !== null && this.standing.toDeliver + this.standing.unanswered > 0;
  }

  // ---- from the console

  async load() {
    try {
      const {lines, more, tools = []} = await get(`${this.path}/history`, {limit: LINES});
      // Too much was missed: what lies between comes when somebody goes back to it.
      if (more && lines[0].number > (this.lines.at(-1)?.number ?? 0)) this.#lines.clear();
      this.#merge(lines);
      // What came by the stream is in the history by now.
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

  /** Loads what was said before what is known. */
  async loadEarlier() {
    const {lines, more, tools = []} = await get(`${this.path}/history`, {limit: LINES, before: this.lines[0]?.number});
    this.#merge(lines);
    this.#mergeTools(tools, this.asides);
    this.hasEarlier = more;
    this.#change();
  }

  /** Something may have been missed: loads it again, and says what could not be said. */
  async refresh() {
    await this.load();
    if (!this.isWaiting) this.#rest();
    await this.sayUnsent();
  }

  /** Asks how things are; again and again while an agent is on its way. */
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

  /** Takes what the live stream has for this chat. */
  take(event) {
    switch (event.kind) {
      case 'line': this.#hear(event.line); break;
      case 'typing': this.#typing(); break;
      case 'partial': this.#grow(event); break;
      case 'tool': this.#tool(event); break;
      case 'delayed': this.delay = event.reason; break;
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

  /** The agent has said what it had to say. */
  #rest() {
    this.partial = null;
    this.isTyping = false;
    this.delay = '';
    // That its last tool is done may have been left out: the answer says it.
    for (const one of this.asides) {
      if (one.status === 'started') this.#replace(one, {...one, status: 'finished'});
    }
  }

  #add(aside) {
    this.asides = [...this.asides, {...aside, after: this.lines.at(-1)?.number ?? 0, key: `aside-${this.#notes++}`}];
  }

  #replace(old, aside) {
    this.asides = this.asides.map((one) => (one === old ? aside : one));
  }

  // ---- from the person

  /** A remark of the page itself, for this window only. */
  note(text, mood = '') {
    this.#add({note: text, mood});
    this.#change();
  }

  say(text) {
    return this.#send(this.unsent.add(text));
  }

  /** Says what could not be said. */
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
