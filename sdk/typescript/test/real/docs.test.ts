import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent } from "../../src/index.js";
import { DevBus } from "../../src/testing/index.js";
import { afterEachOnce, eventually, newDirectory, quietLog } from "../kit.js";

const SDK = join(import.meta.dirname, "..", "..");
const PACKAGES = join(SDK, "..", "..", "target", "packages");
const PAGE = readFileSync(join(SDK, "..", "..", "docs", "typescript.md"), "utf8");

interface Snippet {
  name: string;
  code: string;
  prints: string | undefined;
}

const snippets: Snippet[] = [
  ...PAGE.matchAll(/<!-- file: (\S+) -->\n```ts\n([\s\S]*?)```\n(?:\n<!-- prints -->\n```text\n([\s\S]*?)```)?/g),
].map(([, name, code, prints]) => ({ name: name!, code: code!, prints }));

let bus: DevBus;
beforeAll(async () => {
  bus = await DevBus.start();
});
afterAll(() => bus.stop());

/** An empty folder with the packed SDK, as a user has it after `npm install`. */
function installed(): string {
  const folder = newDirectory();
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "bub-sdk"), { recursive: true });
  const tarball = readdirSync(PACKAGES).find((name) => name.startsWith("bub-sdk-"));
  if (tarball === undefined) throw new Error("run ./check first: it packs the SDK");
  execFileSync("tar", ["xzf", join(PACKAGES, tarball), "-C", join(modules, "bub-sdk"), "--strip-components=1"]);
  for (const name of ["ws", "zod", "@types"]) {
    symlinkSync(join(SDK, "node_modules", name), join(modules, name));
  }
  writeFileSync(join(folder, "package.json"), '{"type": "module"}\n');
  return folder;
}

/** Node runs TypeScript by itself from 22.18 on. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const STRIP = major > 22 || minor >= 18 ? [] : ["--experimental-strip-types"];

function environment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, BUB_BUS_URL: bus.url, BUB_STATE_DIR: join(folder, "state"), NODE_NO_WARNINGS: "1" };
}

test("the page has the snippets that this test expects", () => {
  expect(snippets.length).toBeGreaterThanOrEqual(14);
  expect([...PAGE.matchAll(/<!-- file:/g)]).toHaveLength(snippets.length);
});

test("all snippets pass strict type checks against the packed types", () => {
  const folder = installed();
  snippets.forEach(({ name, code }) => writeFileSync(join(folder, name), code));
  const flags = "--noEmit --strict --noUncheckedIndexedAccess --module nodenext --target es2024 --lib esnext,dom --types node --skipLibCheck false";
  const files = snippets.map(({ name }) => name);
  const { status, stdout } = spawnSync(join(SDK, "node_modules", ".bin", "tsc"), [...flags.split(" "), ...files], { cwd: folder, encoding: "utf8" });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

test.each(snippets.filter(({ prints }) => prints !== undefined))("$name prints what the page says", async ({ name, code, prints }) => {
  const folder = installed();
  writeFileSync(join(folder, name), code);
  const child = spawn(process.execPath, [...STRIP, name], { cwd: folder, env: environment(folder) });
  afterEachOnce(() => child.kill("SIGKILL"));
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on("data", (chunk: Buffer) => (out += String(chunk)));
  const code_ = await new Promise((resolve) => child.once("close", resolve));
  expect(out).toBe(prints);
  expect(code_).toBe(0);
});

test("shouter.ts answers and ends cleanly on SIGTERM", async () => {
  const folder = installed();
  writeFileSync(join(folder, "shouter.ts"), snippets.find(({ name }) => name === "shouter.ts")!.code);
  const child = spawn(process.execPath, [...STRIP, "shouter.ts"], { cwd: folder, env: environment(folder), stdio: "inherit" });
  afterEachOnce(() => child.kill("SIGKILL"));
  const person = new Agent("agent:doc-person", { url: bus.url, stateDir: false, argv: [], logger: quietLog() });
  afterEachOnce(() => person.close());
  await person.connect();
  await eventually(async () => (await person.operator.status()).connections.some(({ clientId }) => clientId === "agent:shouter"));
  expect(await person.ask("agent:shouter", "hello")).toBe("HELLO!");
  const ended = new Promise((resolve) => child.once("exit", (exit) => resolve(exit)));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("shouter.test.ts passes", () => {
  const folder = installed();
  writeFileSync(join(folder, "shouter.test.ts"), snippets.find(({ name }) => name === "shouter.test.ts")!.code);
  const run = () => execFileSync(process.execPath, [...STRIP, "--test"], { cwd: folder, env: environment(folder), encoding: "utf8" });
  expect(run).not.toThrow();
});

test("the browser's build has no part of Node and no package", () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, from] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s+"([^"]+)"/g)) {
      expect(from, `${file} imports ${from}`).toMatch(/^\.{1,2}\//);
      visit(join(file, "..", from!));
    }
  };
  visit(join(SDK, "dist", "browser.js"));
  expect(seen.size).toBeGreaterThan(20);
  expect([...seen].filter((file) => file.includes("/durable/") || file.includes("/node/"))).toEqual([]);
  expect(existsSync(join(SDK, "dist", "browser.d.ts"))).toBe(true);
});
