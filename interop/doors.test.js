// One registration, every door: a capability that is a shell command, called in five ways that look alike in the log.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import OpenAI from "openai";
import { a2aClient, answer as answerOf, message } from "./a2a.js";
import { Bub } from "./bub.js";
import { startModel } from "./model.js";

const TELL_DAY = {
  name: "tell_day",
  description: "Tells the day of a date",
  input_schema: { type: "object", properties: { date: { type: "string" } }, required: ["date"] },
  output_schema: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
};
const INPUT = { date: "2026-11-18" };
const OUTPUT = { day: "Wednesday" };
const SHELL = 'date --utc --date "$(sed -E \'s/.*"date": ?"([^"]*)".*/\\1/\')" \'+{"day":"%A"}\'';

let bub, model;
before(async () => {
  model = await startModel();
  bub = await Bub.start(["--model", "openai/fake"], { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "x", LC_ALL: "C.UTF-8" });
  await bub.register("agent:calendar", TELL_DAY, "sh", "-c", SHELL);
});
after(async () => {
  await bub?.close();
  model?.close();
});

const ways = {
  "the command line": async () =>
    JSON.parse(await bub.run("lobby", "call", "tell_day", "--input", JSON.stringify(INPUT))),

  "the console": async () => {
    const response = await fetch(`${bub.console}/api/lobby/call`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Bub-Console": "1" },
      body: JSON.stringify({ capability: "tell_day", input: INPUT }),
    });
    return (await response.json()).output;
  },

  MCP: async () => {
    const client = new Client({ name: "interop", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${bub.console}/mcp`)));
    const answer = await client.callTool({ name: "tell_day", arguments: INPUT });
    await client.close();
    return answer.structuredContent;
  },

  A2A: async () => {
    const client = await a2aClient(bub.console, "JSONRPC");
    return answerOf(await client.sendMessage(message({ data: { capability: "tell_day", input: INPUT } })));
  },

  "an agent of bub": async () => {
    const client = new OpenAI({ baseURL: `${bub.console}/v1`, apiKey: "x" });
    const content = `use tell_day with ${JSON.stringify(INPUT)}`;
    const answer = await client.chat.completions.create({ model: "bub", messages: [{ role: "user", content }] });
    const { status, ...output } = JSON.parse(/The tool says (\{.*?\})/.exec(answer.choices[0].message.content)[1]);
    return output;
  },
};

for (const [name, call] of Object.entries(ways)) {
  test(`${name} calls the capability`, async () => assert.deepEqual(await call(), OUTPUT));
}

test("the calls look alike in the log", async () => {
  const log = await bub.run("bus", "log", "--to", "system:lobby", "--json", "--limit", "1000");
  const calls = log.trim().split("\n").map((line) => JSON.parse(line)).filter((row) => row.type === "lobby_request");
  assert.equal(calls.length, Object.keys(ways).length, log);
  const looks = calls.map(({ to, status, payload, acks }) =>
    JSON.stringify({ to, status, content: Object.keys(payload.content).sort(), acks: acks.map((ack) => ack.payload) }),
  );
  assert.equal(new Set(looks).size, 1, looks.join("\n"));
});
