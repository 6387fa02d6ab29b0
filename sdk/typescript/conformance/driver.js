// Driver of the TypeScript SDK for the conformance suite. It speaks one JSON object per line.
import { createInterface } from "node:readline";
import {
  Agent,
  CallRefused,
  GuardRefused,
  NoAnswer,
  NotConnected,
  OutboxFull,
  RefuseMessage,
  RetryLater,
  RpcError,
  StoreFailed,
  TooLarge,
  ack,
  systemTiming,
} from "../dist/index.js";

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const logger = { debug() {}, info: console.error, warn: console.error, error: console.error };

const behaviours = new Map(); // payload type, or undefined for all others → behaviour
const subscriptions = new Map(); // pattern → function that ends it
const handled = [];
let agent;
let clockOffset = 0;
let noticed = () => {};
let isReleased = false;
let release = () => {};
const released = new Promise((resolve) => {
  release = () => {
    isReleased = true;
    resolve();
  };
});

const commands = {
  async connect({ clientId, url, dir, tokenFile, maxHandlers, oneAtATime, inbox, callTimeout, wait = true }) {
    agent = new Agent(clientId, {
      url,
      tokenFile,
      maxHandlers,
      inbox,
      logger,
      stateDir: dir ?? false,
      callTimeoutMs: callTimeout,
      oneAtATimePerSender: oneAtATime,
      argv: [],
      timing: { ...systemTiming, now: () => Date.now() + clockOffset },
    });
    behaviours.forEach((behaviour, type) => serve(type, behaviour));
    if (wait) {
      await agent.connect();
    } else {
      agent.start();
    }
    return { state: agent.state.state };
  },
  handle({ type, behaviour }) {
    behaviours.set(type, behaviour);
    if (agent !== undefined) {
      serve(type, behaviour);
    }
    return {};
  },
  release() {
    release();
    return {};
  },
  async handled({ atLeast = 0, within = 10_000 }) {
    await until(() => handled.length >= atLeast, (listener) => (noticed = listener), within);
    return { messages: handled };
  },
  async subscribe({ pattern }) {
    const end = await connected().subscribe(pattern, (message) =>
      behave(behaviours.get(message.type) ?? behaviours.get(undefined), message),
    );
    subscriptions.set(pattern, end);
    return {};
  },
  async unsubscribe({ pattern }) {
    const end = subscriptions.get(pattern) ?? (() => connected().unsubscribe(pattern));
    subscriptions.delete(pattern);
    await end();
    return {};
  },
  send: ({ to, payload, messageId }) => connected().send(to, payload, { messageId }),
  post: async ({ to, payload, messageId }) => ({ messageId: await connected().post(to, payload, { messageId }) }),
  async outbox() {
    const { waiting, deadLetters } = await connected().outbox();
    return { waiting, deadLetters: deadLetters.map(({ messageId, reason }) => ({ messageId, reason })) };
  },
  async offer({ capability, behaviour }) {
    const { name, description, input_schema, output_schema, version, authorized_requester_ids, timeout_seconds } = capability;
    const contract = {
      name,
      description,
      version,
      input: input_schema,
      output: output_schema,
      authorizedRequesterIds: authorized_requester_ids,
      timeoutSeconds: timeout_seconds,
    };
    await connected().capability(contract, async (_input, call) => {
      const { output, progress = [] } = behaviour.do === "hold" ? behaviour.then : behaviour;
      for (const part of progress) {
        await call.progress(part);
      }
      if (behaviour.do === "hold") {
        await released;
      }
      return output;
    });
    return {};
  },
  async call({ name, input, agent: provider }) {
    const progress = [];
    const output = await connected().call(name, input, { agent: provider, onProgress: (part) => progress.push(part) });
    return { output, progress };
  },
  ask: async ({ to, text }) => ({ text: await connected().ask(to, text) }),
  ping: async () => ({ timestamp: (await connected().ping()).toISOString() }),
  status: () => connected().operator.status(),
  async state({ is, within = 10_000 }) {
    await until(() => is === undefined || agent.state.state === is, (listener) => agent.onState(listener), within);
    const { state, reason, cause } = agent.state;
    return { state, reason: reason ?? cause };
  },
  clock({ jump }) {
    clockOffset = jump;
    return {};
  },
  async drain() {
    await connected().drain();
    return {};
  },
  async close() {
    await connected().close();
    return {};
  },
};

function connected() {
  if (agent === undefined) {
    throw new NotConnected("not connected yet", { state: "waiting", delayMs: 0, cause: "connect was not called" });
  }
  return agent;
}

/** Waits for a condition that the listener announces. */
async function until(holds, listen, within) {
  const late = AbortSignal.timeout(within);
  while (!holds()) {
    await new Promise((resolve, reject) => {
      listen(resolve);
      late.addEventListener("abort", () => reject(new Error(`not within ${within} ms`)));
    });
  }
}

function serve(type, behaviour) {
  const inner = behaviour.do === "hold" ? behaviour.then : behaviour;
  if (inner.do === "reply" || inner.do === "stream") {
    agent.onChat((message) => behave(behaviour, message));
  } else if (type === undefined) {
    agent.onMessage((message) => behave(behaviour, message));
  } else {
    agent.onMessage(type, (message) => behave(behaviour, message));
  }
}

async function behave(behaviour, message) {
  const { from, to, messageId, payload } = message;
  handled.push({ from, to, messageId, payload, cause: payload.cause, trace: payload.trace });
  noticed();
  return perform(behaviour, message);
}

async function perform(behaviour, message) {
  switch (behaviour.do) {
    case "ack":
      return ack.ok(behaviour.message, behaviour.payload);
    case "fail":
      throw new Error("an ordinary error");
    case "refuse":
      throw new RefuseMessage(behaviour.message);
    case "retry":
      throw new RetryLater(behaviour.seconds, behaviour.message);
    case "hold":
      await released;
      return perform(behaviour.then, message);
    case "forward":
      await agent.post(behaviour.to, message.payload, { messageId: `${message.messageId}/forward` });
      return ack.ok();
    case "send":
      await agent.send(behaviour.to, message.payload, { messageId: `${message.messageId}/send` });
      return ack.ok();
    case "reply":
      return behaviour.text.replace("{text}", message.text);
    case "stream":
      return stream(behaviour);
    default:
      throw new Error(`unknown behaviour ${behaviour.do}`);
  }
}

async function* stream({ parts, hold }) {
  for (const [i, part] of parts.entries()) {
    yield part;
    if (i === 0 && hold && !isReleased) {
      await released;
    }
  }
}

function describe(error) {
  const message = String(error?.message ?? error);
  if (error instanceof NotConnected) return { kind: "not_connected", message };
  if (error instanceof NoAnswer) return { kind: "no_answer", message };
  if (error instanceof TooLarge) return { kind: "too_large", message };
  if (error instanceof GuardRefused) return { kind: "guard", message, code: error.code, reason: error.reason };
  if (error instanceof RpcError) return { kind: "refused", message, code: error.code, reason: error.reason };
  if (error instanceof CallRefused) {
    return { kind: "contract", message, code: error.code, path: error.path, retry: error.shouldRetry };
  }
  if (error instanceof OutboxFull) return { kind: "outbox_full", message };
  if (error instanceof StoreFailed) return { kind: "disk", message };
  return { kind: "other", message };
}

async function run({ id, command, params = {} }) {
  const work = commands[command];
  if (work === undefined) {
    write({ id, error: { kind: "unsupported", message: `unknown command ${command}` } });
    return;
  }
  try {
    write({ id, result: (await work(params)) ?? {} });
  } catch (error) {
    write({ id, error: describe(error) });
  }
}

write({ event: "ready", language: "typescript" });
for await (const line of createInterface({ input: process.stdin })) {
  void run(JSON.parse(line));
}
process.exit(0);
