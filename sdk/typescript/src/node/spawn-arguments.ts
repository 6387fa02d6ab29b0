/** Arguments with which `bub up --agent-command` starts a program for a chat. */
export interface SpawnArguments {
  clientId: string;
  talkto: string | undefined;
  workspace: string | undefined;
  url: string | undefined;
  tokenFile: string | undefined;
  model: string | undefined;
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
}

/** Undefined when bub did not start this program: then there is no `--client-id` with a `--bus-url`. */
export function readSpawnArguments(argv: readonly string[]): SpawnArguments | undefined {
  const option = (name: string): string | undefined => {
    const at = argv.indexOf(name);
    if (at >= 0) {
      return argv[at + 1];
    }
    return argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  };
  const clientId = option("--client-id");
  const url = option("--bus-url");
  return clientId === undefined || url === undefined
    ? undefined
    : {
        clientId,
        url,
        talkto: option("--talkto"),
        workspace: option("--workspace"),
        tokenFile: option("--token-file"),
        model: option("--model"),
        ca: option("--ca"),
        cert: option("--client-cert"),
        key: option("--client-key"),
      };
}
