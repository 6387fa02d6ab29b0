// The official OpenAI client talks to agents of bub.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import OpenAI from "openai";
import { Bub } from "./bub.js";

let bub, client;
before(async () => {
  bub = await Bub.start();
  client = new OpenAI({ baseURL: `${bub.console}/v1`, apiKey: "not-needed" });
});
after(() => bub?.close());

const hello = (text) => ({ model: "bub", user: "ann", messages: [{ role: "user", content: text }] });

test("models include bub", async () => {
  const ids = [];
  for await (const model of client.models.list()) ids.push(model.id);
  assert.ok(ids.includes("bub"));
});

test("an answer, whole and streamed", async () => {
  const whole = await client.chat.completions.create(hello("hello one"));
  assert.match(whole.choices[0].message.content, /hello one/);
  let text = "";
  for await (const part of await client.chat.completions.create({ ...hello("hello two"), stream: true })) {
    text += part.choices[0]?.delta?.content ?? "";
  }
  assert.match(text, /hello two/);
});

test("an unknown model is an error of the client", async () => {
  await assert.rejects(
    client.chat.completions.create({ ...hello("x"), model: "agent:nobody" }),
    (error) => error instanceof OpenAI.NotFoundError && error.code === "model_not_found",
  );
});
