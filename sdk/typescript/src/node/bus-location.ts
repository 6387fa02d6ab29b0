import { accessSync, constants, lstatSync, readFileSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ConnectFailed } from "../errors.js";
import type { ListenerKey } from "./listener-proof.js";

const USUAL_URL = "ws://127.0.0.1:7892";

export type Environment = { [name: string]: string | undefined };

/** The run directory that the command line would use. */
export function runDirectory(env: Environment): string {
  if (env["BUB_RUN_DIR"]) {
    return env["BUB_RUN_DIR"];
  }
  if (isOurs("/run/bub", "/run")) {
    return "/run/bub";
  }
  return env["XDG_RUNTIME_DIR"]
    ? join(env["XDG_RUNTIME_DIR"], "bub")
    : join(tmpdir(), `bub-${userInfo().username}`);
}

function isOurs(directory: string, parent: string): boolean {
  try {
    return isWritable(statSync(directory).isDirectory() ? directory : parent);
  } catch {
    return isWritable(parent);
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** URL of the bus of a run directory, or the usual one. */
export function busUrlOf(directory: string): string {
  const url = readOwn(join(directory, "bus.url"));
  return url !== undefined && URL.canParse(url) ? url : USUAL_URL;
}

/** Key with which the bus of a run directory proves itself. */
export function busKeyOf(directory: string): ListenerKey | undefined {
  const secret = readOwn(join(directory, "bus.key"));
  return secret === undefined ? undefined : { name: "run-directory", secret };
}

/** Does not follow a link, which another user could have placed there. */
function readOwn(file: string): string | undefined {
  try {
    return lstatSync(file).isFile() ? readFileSync(file, "utf8").trim() || undefined : undefined;
  } catch {
    return undefined;
  }
}

/** The state directory that the command line would use. */
export function stateDirectory(env: Environment): string {
  if (env["BUB_STATE_DIR"]) {
    return env["BUB_STATE_DIR"];
  }
  if (env["BUB_RUN_DIR"]) {
    return join(env["BUB_RUN_DIR"], "state");
  }
  if (isOurs("/var/lib/bub", "/var/lib")) {
    return "/var/lib/bub";
  }
  return env["XDG_STATE_HOME"]
    ? join(env["XDG_STATE_HOME"], "bub")
    : join(env["HOME"] || userInfo().homedir, ".local", "state", "bub");
}

/** Directory for the files of an agent that bub did not start. */
export function agentDirectory(env: Environment, clientId: string): string {
  return join(stateDirectory(env), "agents", encodeURIComponent(clientId));
}

/** Throws for a run directory that another user could have prepared to redirect this program. */
export function checkRunDirectory(directory: string): void {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined || process.getuid === undefined) {
    return;
  }
  const isForeign = found.uid !== process.getuid() && found.uid !== 0 && process.getuid() !== 0;
  if (isForeign || (found.mode & 0o022) !== 0) {
    throw new ConnectFailed(
      `other users can write to the run directory ${directory}; set BUB_BUS_URL or BUB_RUN_DIR`,
    );
  }
}
