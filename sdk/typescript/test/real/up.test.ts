import { spawn, type ChildProcess } from "node:child_process";
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
    child.once("close", (code) => reject(new Error(`ended with ${code} before it said ${text}: ${said}`)));
  });
}

test("bub starts the agent for a chat, and the chat gets its answer", { timeout: 60_000 }, async () => {
  const directory = newDirectory();
  chmodSync(directory, 0o700);
  const program = join(directory, "agent");
  // bub starts one program, without arguments of its own.
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" --no-warnings "${SHOUTER}" "$@"\n`, { mode: 0o755 });
  const places = ["--run-dir", directory, "--state-dir", join(directory, "state")];
  const up = bub(["up", "--port", "0", "--console-port", "0", "--spawner", "local", "--agent-command", program, ...places]);
  await heard(up, "bub is up");
  const chat = bub(["chat", ...places]);
  const answer = heard(chat, "HELLO!");
  chat.stdin!.end("hello\n");
  expect(await answer).toContain("HELLO!");
  const down = bub(["down", ...places]);
  await new Promise((resolve) => down.once("close", resolve));
});
