import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bubCommand } from "../../src/testing/dev-bus.js";
import { afterEachOnce, newDirectory } from "../kit.js";

const SHOUTER = join(import.meta.dirname, "..", "programs", "shouter.mjs");

function bub(words: string[], environment = {}): ChildProcess {
  const [program, ...rest] = bubCommand();
  const child = spawn(program!, [...rest, ...words], { stdio: "pipe", env: { ...process.env, ...environment } });
  afterEachOnce(() => child.kill("SIGKILL"));
  return child;
}

/** Everything that a program says, until it says the text. */
function heard(child: ChildProcess, text: string | RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer): void => {
      said += String(chunk);
      if (said.search(text) >= 0) resolve(said);
    };
    child.stdout!.on("data", hear);
    child.stderr!.on("data", hear);
    child.once("exit", (code) => reject(new Error(`ended with ${code} before it said ${text}: ${said}`)));
  });
}

/** bub starts one program, without arguments of its own. */
function agentProgram(directory: string): string {
  const program = join(directory, "agent");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" --no-warnings "${SHOUTER}" "$@"\n`, { mode: 0o755 });
  return program;
}

async function answerOf(upOptions: string[], chatOptions: string[], prepare: (places: string[]) => Promise<void>): Promise<string> {
  const directory = newDirectory();
  chmodSync(directory, 0o700);
  const places = ["--run-dir", directory, "--state-dir", join(directory, "state")];
  await prepare(places);
  const up = bub(["up", "--port", "0", "--console-port", "0", "--spawner", "local", "--agent-command", agentProgram(directory), ...upOptions, ...places]);
  await heard(up, "bub is up");
  const chat = bub(["chat", ...chatOptions, ...places]);
  const answer = heard(chat, "HELLO!");
  chat.stdin!.end("hello\n");
  const said = await answer;
  const down = ended(up);
  up.kill("SIGTERM"); // also ends the agent
  await down;
  return said;
}

function ended(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once("close", resolve));
}

test("bub starts the agent for a chat, and the chat gets its answer", { timeout: 60_000 }, async () => {
  expect(await answerOf([], [], async () => {})).toContain("HELLO!");
});

test("the same agent works on a locked TLS bus", { timeout: 60_000 }, async () => {
  const directory = newDirectory();
  const [cert, key] = [join(directory, "cert.pem"), join(directory, "key.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert, ...names], { stdio: "ignore" });
  const lock = async (places: string[]) => {
    await ended(bub(["token", "create", "--client-id", "agent:other", "--out", join(directory, "other.token"), ...places]));
  };
  const said = await answerOf(["--tls-cert", cert, "--tls-key", key], ["--ca", cert], lock);
  expect(said).toContain("HELLO!");
});
