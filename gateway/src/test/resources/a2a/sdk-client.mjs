// Client of the official JavaScript SDK against bub: node sdk-client.mjs BASE_URL JSONRPC|HTTP+JSON
import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from "@a2a-js/sdk/client";

const [base, binding] = process.argv.slice(2);
const transport =
  binding === "JSONRPC" ? new JsonRpcTransportFactory() : new RestTransportFactory();
const factory = new ClientFactory(
  ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [transport],
    preferredTransports: [binding],
  }),
);
const client = await factory.createFromUrl(`${base}/.well-known/agent-card.json`, "");

function check(isTrue, what, value) {
  if (!isTrue) {
    console.error(`${binding}: ${what}: ${JSON.stringify(value)}`);
    process.exit(1);
  }
}

const message = (id, text, more = {}) => ({
  message: {
    messageId: `${id}-${Math.random()}`,
    contextId: "",
    taskId: "",
    role: 1,
    parts: [
      { content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  },
  configuration: undefined,
  metadata: undefined,
  tenant: "",
});

const sent = await client.sendMessage(message("tck-complete-task", "hello"));
const task = sent.task ?? sent;
check(task.status?.state === 3, "completed", sent);
check(JSON.stringify(task.artifacts).includes("Hello from TCK"), "artifact", task);

const kinds = [];
let text = "";
for await (const event of client.sendMessageStream(message("tck-stream-artifact-chunked", "go"))) {
  const kind = event.payload?.$case ?? Object.keys(event)[0];
  kinds.push(kind);
  const update = event.payload?.value ?? event;
  if (kind === "artifactUpdate") {
    text += update.artifact.parts.map((part) => part.content.value).join("");
  }
}
check(kinds[0] === "task", "first event", kinds);
check(kinds.at(-1) === "statusUpdate", "last event", kinds);
check(text === "chunk-1 chunk-2", "streamed text", text);

const asked = await client.sendMessage(message("tck-input-required", "more"));
const waiting = asked.task ?? asked;
check(waiting.status?.state === 6, "input required", asked);
const canceled = await client.cancelTask({ id: waiting.id, tenant: "", metadata: undefined });
check(canceled.status?.state === 5, "canceled", canceled);
const got = await client.getTask({ id: waiting.id, tenant: "" });
check(got.id === waiting.id, "get", got);
let refused = "";
try {
  await client.getTask({ id: "none", tenant: "" });
} catch (error) {
  refused = error.constructor.name;
}
check(refused.endsWith("TaskNotFoundError"), "error class", refused);
console.log(`${binding} ok`);
