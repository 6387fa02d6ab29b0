// The official MCP client and its inspector use bub, with the configuration that the documentation shows.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Bub } from "./bub.js";

const run = promisify(execFile);
const GREET = {
  name: "greet",
  description: "Greets somebody",
  input_schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  output_schema: { type: "object", properties: { greeting: { type: "string" } }, required: ["greeting"] },
};

let bub, path;
before(async () => {
  bub = await Bub.start();
  await bub.register("agent:greeter", GREET, "echo", '{"greeting":"hello"}');
  // The configuration says "bub", which a client finds on its PATH.
  const [file, words] = bub.command("mcp");
  const script = join(bub.directory, "bub");
  await writeFile(script, `#!/bin/sh\nexec ${file} ${words.slice(0, -3).join(" ")} "$@" --run-dir ${bub.runDir}\n`);
  await chmod(script, 0o755);
  path = `${bub.directory}${delimiter}${process.env.PATH}`;
});
after(() => bub?.close());

/** The first JSON configuration in docs/mcp.md. */
async function pasted() {
  const page = await readFile(new URL("../docs/mcp.md", import.meta.url), "utf8");
  return JSON.parse(/```json\n(.*?)\n```/s.exec(page)[1]).mcpServers.bub;
}

async function use(transport) {
  const client = new Client({ name: "interop", version: "1" });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    assert.ok(tools.some((tool) => tool.name === "greet" && tool.outputSchema));
    const answer = await client.callTool({ name: "greet", arguments: { name: "Ann" } });
    assert.deepEqual(answer.structuredContent, { greeting: "hello" });
    const refused = await client.callTool({ name: "greet", arguments: {} });
    assert.ok(refused.isError);
    const parts = [];
    const said = await client.callTool(
      { name: "ask_agent", arguments: { text: "hello there" } },
      undefined,
      { onprogress: (part) => parts.push(part) },
    );
    assert.match(said.content[0].text, /hello there/);
  } finally {
    await client.close();
  }
}

test("the configuration of the documentation works over stdio", async () => {
  const { command, args } = await pasted();
  await use(new StdioClientTransport({ command, args, env: { ...process.env, PATH: path } }));
});

test("Streamable HTTP", () => use(new StreamableHTTPClientTransport(new URL(`${bub.console}/mcp`))));

test("the inspector lists and calls tools", async () => {
  const inspect = async (...words) => {
    const { stdout } = await run(
      join(import.meta.dirname, "node_modules/.bin/mcp-inspector"),
      ["--cli", `${bub.console}/mcp`, "--transport", "http", ...words],
      { env: process.env },
    );
    return JSON.parse(stdout);
  };
  const { tools } = await inspect("--method", "tools/list");
  assert.ok(tools.some((tool) => tool.name === "greet"));
  const answer = await inspect("--method", "tools/call", "--tool-name", "greet", "--tool-arg", "name=Ann");
  assert.deepEqual(answer.structuredContent, { greeting: "hello" });
});
