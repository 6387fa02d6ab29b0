package bub.cli.agents;

import bub.cli.reach.Directories;
import bub.cli.screen.TimeSpan;
import bub.system.SystemSettings;
import bub.system.spawn.SpawnSettings;
import bub.system.spawn.Spawner;
import bub.system.spawn.SpawnerChoice;
import bub.system.spawn.UserSystemd;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How agents are started, and for how long they stay. */
public final class SpawnOptions {
  @Option(
      names = "--spawner",
      defaultValue = "auto",
      paramLabel = "auto|systemd|local",
      description =
          "Who runs agents: auto takes systemd where this user has one (default:"
              + " ${DEFAULT-VALUE}).")
  private SpawnerChoice spawner = SpawnerChoice.AUTO;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "The agents' model, provider/name (default: BUB_MODEL, else echo).")
  private @Nullable String model;

  @Option(
      names = "--spawn-timeout",
      defaultValue = "30s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "How long an agent may take until it is connected (default: ${DEFAULT-VALUE}).")
  private Duration spawnTimeout = Duration.ZERO;

  @Option(
      names = "--idle-timeout",
      defaultValue = "30m",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description =
          "Stop an agent that has nothing to do this long; 0s lets it run (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration idleTimeout = Duration.ZERO;

  @Option(
      names = "--session-retention",
      defaultValue = "30d",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "How long stopped sessions are remembered (default: ${DEFAULT-VALUE}).")
  private Duration retention = Duration.ZERO;

  @Option(
      names = "--max-agents",
      defaultValue = "256",
      paramLabel = "N",
      description = "Most agents at a time (default: ${DEFAULT-VALUE}).")
  private int maxAgents;

  @Option(
      names = "--max-spawn-requests",
      defaultValue = "30",
      paramLabel = "N",
      description =
          "Most requests of one chat for its agent in a minute, and of one connection without a"
              + " token; 0: no limit (default: ${DEFAULT-VALUE}).")
  private int maxSpawnRequests;

  @Option(
      names = "--agent-heap",
      defaultValue = "64m",
      paramLabel = "SIZE",
      description = "The heap of an agent's process (default: ${DEFAULT-VALUE}).")
  private String heap = "";

  @Option(
      names = "--agent-command",
      paramLabel = "PROGRAM",
      description =
          "Start this program for each chat instead of bub's own agent; it is told --client-id,"
              + " --talkto, --workspace, --bus-url, and --token-file.")
  private @Nullable Path agentCommand;

  /** What agents think with; null when nothing was said. */
  public @Nullable String model() {
    return model;
  }

  /** Most requests in a minute; 0 means no limit. */
  public int maxSpawnRequests() {
    return maxSpawnRequests;
  }

  public SystemSettings settings(URI bus, Directories directories) {
    SystemSettings usual =
        SystemSettings.of(bus, directories.run(), directories.state(), launcher());
    SystemSettings.Limits limits = usual.limits();
    return usual
        .withModel(model)
        .withSpawnTimeout(spawnTimeout)
        .withIdleTimeout(idleTimeout)
        .withLimits(
            new SystemSettings.Limits(
                maxAgents,
                maxSpawnRequests,
                limits.startsAtOnce(),
                retention,
                limits.workspaces()));
  }

  private List<String> launcher() {
    return agentCommand == null
        ? OwnProgram.command(heap, "agent", "--prove-bus")
        : List.of(agentCommand.toAbsolutePath().toString());
  }

  public Spawner open(Directories directories) throws IOException {
    return spawner.open(
        SpawnSettings.of(directories.run(), directories.state()), UserSystemd.ofThisUser());
  }
}
