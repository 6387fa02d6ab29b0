// Messages and answers of the official A2A client.
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from "@a2a-js/sdk/client";

export function a2aClient(console, binding) {
  const transport = binding === "JSONRPC" ? new JsonRpcTransportFactory() : new RestTransportFactory();
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [transport],
    preferredTransports: [binding],
  });
  return new ClientFactory(options).createFromUrl(`${console}/.well-known/agent-card.json`, "");
}

const part = ($case, value) => ({ content: { $case, value }, metadata: undefined, filename: "", mediaType: "" });

export function message({ text, data, contextId = "" }) {
  return {
    message: {
      messageId: crypto.randomUUID(),
      contextId,
      taskId: "",
      role: 1,
      parts: [data ? part("data", data) : part("text", text)],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
    tenant: "",
  };
}

/** The first part of the answer of a task. */
export function answer(task) {
  return task.artifacts[0].parts[0].content.value;
}

export const text = (task) => String(answer(task));
