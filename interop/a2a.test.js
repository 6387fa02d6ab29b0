// The official A2A client talks to an agent of bub, in both bindings.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { a2aClient, message, text } from "./a2a.js";
import { Bub } from "./bub.js";

let bub;
before(async () => (bub = await Bub.start()));
after(() => bub?.close());

for (const binding of ["JSONRPC", "HTTP+JSON"]) {
  test(`${binding}: an answer, whole and streamed, in one conversation`, async () => {
    const client = await a2aClient(bub.console, binding);
    const task = await client.sendMessage(message({ text: "hello one" }));
    assert.match(text(task), /hello one/);
    let streamed = "";
    for await (const event of client.sendMessageStream(message({ text: "hello two", contextId: task.contextId }))) {
      if (event.payload?.$case === "artifactUpdate") {
        streamed += event.payload.value.artifact.parts.map((part) => part.content.value).join("");
      }
    }
    assert.match(streamed, /hello two/);
    assert.equal((await client.getTask({ id: task.id, tenant: "" })).id, task.id);
  });
}
