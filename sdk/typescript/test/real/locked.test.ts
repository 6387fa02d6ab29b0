import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { Agent, type AgentOptions } from "../../src/index.js";
import { DevBus } from "../../src/testing/index.js";
import { bubCommand } from "../../src/testing/dev-bus.js";
import { afterEachOnce, newDirectory, quietLog, stateOf } from "../kit.js";

let bus: DevBus;
let ca: string;
const places = () => ["--run-dir", bus.directory, "--state-dir", join(bus.directory, "state")];

function bub(...words: string[]): string {
  const [program, ...rest] = bubCommand();
  return execFileSync(program!, [...rest, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function newToken(clientId: string): string {
  const file = join(newDirectory(), "agent.token");
  bub("token", "create", "--client-id", clientId, "--out", file, ...places());
  return file;
}

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), "bub-tls-"));
  ca = join(directory, "cert.pem");
  const key = join(directory, "key.pem");
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", ca, ...names], { stdio: "ignore" });
  bus = await DevBus.start({ directory, options: ["--tls-cert", ca, "--tls-key", key] });
});
afterAll(async () => {
  await bus.stop();
  rmSync(bus.directory, { recursive: true, force: true });
});

function newAgent(id: string, options: AgentOptions): Agent {
  const agent = new Agent(id, { url: bus.url, ca, stateDir: false, argv: [], env: {}, logger: quietLog(), ...options });
  afterEachOnce(() => agent.close());
  return agent;
}

test("connects to a locked TLS bus with a token, and stops when the token is revoked", async () => {
  const tokenFile = newToken("agent:a");
  const a = await newAgent("agent:a", { tokenFile }).connect();
  expect((await a.send("agent:a", { type: "note" })).acks).toHaveLength(1);
  await expect(newAgent("agent:a", {}).connect()).rejects.toThrow(/token/);
  await expect(newAgent("agent:b", { tokenFile }).connect()).rejects.toThrow(/not for|clientId|refused/);
  await expect(newAgent("agent:a", { ca: undefined as never, tokenFile }).connect()).rejects.toThrow("pass its CA file");
  await expect(a.operator.status()).rejects.toMatchObject({ reason: "operator_not_granted" });

  const located = newAgent("agent:a", { url: undefined as never, env: { BUB_RUN_DIR: bus.directory, BUB_TOKEN_FILE: tokenFile, BUB_CA: ca } });
  await located.connect(); // the bus proves that it is the one of the run directory
  const id = /bub_([0-9a-f]{8})_/.exec(readFileSync(tokenFile, "utf8"))![1]!;
  bub("token", "revoke", id, ...places());
  expect(await stateOf(located, "stopped")).toMatchObject({ state: "stopped", reason: expect.stringContaining("token") });
});

test("sends no token to a program that only listens on the port of the bus", async () => {
  const heard: string[] = [];
  const impostor = new WebSocketServer({ port: 0 });
  afterEachOnce(() => new Promise((resolve) => impostor.close(resolve)));
  impostor.on("connection", (socket) => socket.on("message", (data) => heard.push(String(data))));
  const { port } = impostor.address() as { port: number };
  const directory = newDirectory();
  writeFileSync(join(directory, "bus.url"), `ws://127.0.0.1:${port}\n`);
  writeFileSync(join(directory, "bus.key"), "0123456789abcdef\n");
  const agent = newAgent("agent:x", { url: undefined as never, token: "bub_secret", env: { BUB_RUN_DIR: directory } });
  await expect(agent.connect()).rejects.toThrow("did not prove that it is the bus");
  expect(heard).toEqual([]);
});

test("does not hang on a server that accepts connections and says nothing", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  afterEachOnce(() => silent.close());
  const { port } = silent.address() as { port: number };
  const agent = newAgent("agent:x", { url: `ws://127.0.0.1:${port}`, connectTimeoutMs: 200 });
  await expect(agent.connect()).rejects.toThrow("no answer within 200 ms");
});
