// A bub of its own for one test file: `bub up` on free ports, in a temporary directory.
import { spawn, execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const [program, ...prefix] = process.env.BUB_COMMAND.split(" ");
const DEADLINE = 60_000;

/** Resolves when check returns something, and fails with the last error after a minute. */
export async function eventually(check) {
  const end = Date.now() + DEADLINE;
  let problem = "nothing yet";
  while (Date.now() < end) {
    try {
      const value = await check();
      if (value) return value;
    } catch (failed) {
      problem = failed;
    }
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error(`not in time: ${problem}`);
}

function freePort() {
  return new Promise((found, failed) => {
    const server = createServer().on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });
}

export class Bub {
  #children = [];

  /** Starts bub with more options, and waits until its doors are open. */
  static async start(options = [], env = {}) {
    const bub = new Bub();
    bub.directory = await mkdtemp(join(tmpdir(), "bub-interop-"));
    bub.runDir = join(bub.directory, "run");
    bub.console = `http://127.0.0.1:${await freePort()}`;
    bub.env = { ...process.env, ...env };
    const port = new URL(bub.console).port;
    bub.start("up", "--port", "0", "--console-port", port, "--spawner", "local", ...options);
    await eventually(async () => (await fetch(`${bub.console}/v1/models`)).status !== 503);
    return bub;
  }

  command(...words) {
    return [program, [...prefix, ...words, "--run-dir", this.runDir]];
  }

  /** Starts a command that stays, until close. */
  start(...words) {
    const separator = words.indexOf("--");
    const options = separator < 0 ? words : words.slice(0, separator);
    const rest = separator < 0 ? [] : words.slice(separator);
    const child = spawn(program, [...prefix, ...options, "--run-dir", this.runDir, ...rest], {
      env: this.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (child.output += text));
    this.#children.push(child);
    return child;
  }

  /** Runs a command to its end and returns what it prints. */
  async run(...words) {
    const [file, all] = this.command(...words);
    return (await run(file, all, { env: this.env })).stdout;
  }

  /** Registers a capability that is a program, and waits until the lobby has it. */
  async register(agent, capability, ...commandLine) {
    const file = join(this.directory, `${capability.name}.json`);
    await writeFile(file, JSON.stringify(capability));
    this.start("lobby", "register", "--id", agent, file, "--", ...commandLine);
    await eventually(async () => (await this.run("lobby", "discover", capability.name)).includes(agent));
  }

  async close() {
    for (const child of this.#children.reverse()) {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await new Promise((ended) => child.once("exit", ended));
      }
    }
    await rm(this.directory, { recursive: true, force: true });
  }
}
