import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_MS = 60_000;

/** Options of a disposable bus. */
export interface DevBusOptions {
  /** Command that runs bub. Default: the words of `BUB_COMMAND`, or `bub`. */
  command?: string[];
  /** Further options of `bub bus serve`. */
  options?: string[];
  /** Keep one directory to start the same bus again. */
  directory?: string;
  port?: number;
}

/** The real bus, in its own directory and on a free port, for tests. */
export class DevBus implements AsyncDisposable {
  readonly url: string;
  readonly directory: string;
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #isOurs: boolean;

  private constructor(url: string, directory: string, process: ChildProcess, ended: Promise<void>, isOurs: boolean) {
    this.url = url;
    this.directory = directory;
    this.#process = process;
    this.#ended = ended;
    this.#isOurs = isOurs;
  }

  static async start(options: DevBusOptions = {}): Promise<DevBus> {
    const directory = options.directory ?? mkdtempSync(join(tmpdir(), "bub-dev-"));
    chmodSync(directory, 0o700);
    const [program = "bub", ...words] = options.command ?? bubCommand();
    const places = ["--run-dir", directory, "--state-dir", join(directory, "state")];
    const serve = ["bus", "serve", "--port", String(options.port ?? 0), ...places, ...(options.options ?? [])];
    const process = spawn(program, [...words, ...serve], { stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise<void>((resolve) => process.once("close", () => resolve()));
    const url = await readyUrl(process);
    return new DevBus(url, directory, process, ended, options.directory === undefined);
  }

  /** Ends the bus with a signal and waits for its end. Keeps the directory. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    this.#process.kill(signal);
    await this.#ended;
  }

  /** Ends the bus and deletes its directory, unless the caller named it. */
  async stop(): Promise<void> {
    await this.kill("SIGKILL");
    if (this.#isOurs) {
      rmSync(this.directory, { recursive: true, force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** The command that runs bub: the words of `BUB_COMMAND`, which may be quoted, or `bub`. */
export function bubCommand(): string[] {
  const words = (process.env["BUB_COMMAND"] ?? "bub").match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words.map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
}

function readyUrl(process: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => fail("was not ready in time"), START_MS);
    const fail = (words: string): void => {
      clearTimeout(timer);
      process.kill("SIGKILL");
      reject(new Error(`bub bus serve ${words}: ${said.trim()}`));
    };
    const hear = (chunk: Buffer): void => {
      said += String(chunk);
      const url = /bub bus ready (\S+)/.exec(said)?.[1];
      if (url !== undefined) {
        clearTimeout(timer);
        said = "";
        resolve(url);
      }
    };
    process.stdout!.on("data", hear);
    process.stderr!.on("data", hear);
    process.once("error", (error) => fail(error.message));
    process.once("exit", (code) => fail(`ended with exit code ${code}`));
  });
}
