package bub.cli.agents;

import bub.agent.AgentSettings;
import bub.agent.StepDetail;
import bub.channel.ChannelDescription;
import bub.cli.connect.BubDirectories;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.option.ValidText;
import bub.cli.option.WholeNumber.NonNegativeNumber;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.protocol.ConversationStarters;
import bub.system.SystemSettings;
import bub.system.SystemSettings.ChannelPrefixes;
import bub.system.SystemSettings.NodeLoss;
import bub.system.spawn.SpawnSettings;
import bub.system.spawn.Spawner;
import bub.system.spawn.SpawnerChoice;
import bub.system.spawn.UnitLimits;
import bub.system.spawn.UserSystemd;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for starting agents and for their lifetime. */
@InSection(Section.AGENTS)
public final class SpawnOptions {
  @Option(
      names = "--spawner",
      defaultValue = "auto",
      paramLabel = "auto|systemd|local",
      description =
          "Run agents as systemd units or as local processes; auto uses systemd if this user has"
              + " it (default: ${DEFAULT-VALUE}).")
  private SpawnerChoice spawner = SpawnerChoice.AUTO;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "Model of the agents as provider/name (default: BUB_MODEL, or echo).")
  private @Nullable String model;

  @Option(
      names = "--strict",
      description = "Refuse to start when the model is unknown or has no key (exit code 78).")
  private boolean strict;

  @Option(
      names = "--spawn-timeout",
      defaultValue = "30s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Time allowed for an agent to start and connect (default: ${DEFAULT-VALUE}).")
  private Duration spawnTimeout = Duration.ZERO;

  @Option(
      names = "--idle-timeout",
      defaultValue = "30m",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description =
          "Stop an agent that is idle for this long; 0s means never (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration idleTimeout = Duration.ZERO;

  @Option(
      names = "--session-retention",
      defaultValue = "30d",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description =
          "Keep the records of stopped sessions for this long (default: ${DEFAULT-VALUE}).")
  private Duration retention = Duration.ZERO;

  @Option(
      names = "--max-agents",
      defaultValue = "256",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Maximum number of running agents (default: ${DEFAULT-VALUE}).")
  private int maxAgents;

  @Option(
      names = "--max-spawn-requests",
      defaultValue = "30",
      paramLabel = "N",
      converter = NonNegativeNumber.class,
      description =
          "Maximum number of spawn requests per minute, for each chat and for each connection"
              + " without a token; 0 means no limit (default: ${DEFAULT-VALUE}).")
  private int maxSpawnRequests;

  @Option(
      names = "--agent-heap",
      defaultValue = "64m",
      paramLabel = "SIZE",
      converter = HeapSize.class,
      description = "Java heap size of each agent process (default: ${DEFAULT-VALUE}).")
  private String heap = "";

  @Option(
      names = "--agent-memory",
      defaultValue = "512M",
      paramLabel = "SIZE",
      converter = UnitMemory.class,
      description = "Memory limit of each agent under systemd (default: ${DEFAULT-VALUE}).")
  private String memory = "";

  @Option(
      names = "--agent-cpu",
      defaultValue = "200%",
      paramLabel = "PERCENT",
      converter = CpuShare.class,
      description =
          "CPU limit of each agent under systemd; 100%% is one CPU (default: ${DEFAULT-VALUE}).")
  private String cpu = "";

  @Option(
      names = "--agent-tasks",
      defaultValue = "256",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description =
          "Maximum number of threads of each agent under systemd (default: ${DEFAULT-VALUE}).")
  private int tasks;

  @Option(
      names = "--activity-steps",
      defaultValue = "digest",
      paramLabel = "digest|full",
      description =
          "Report the tool calls of agents to the activity log with a digest of their arguments, or"
              + " with the complete arguments and results (default: ${DEFAULT-VALUE}).")
  private StepDetail activitySteps = StepDetail.DIGEST;

  @Option(
      names = "--agent-command",
      paramLabel = "COMMAND",
      converter = AgentProgram.ProgramFile.class,
      description =
          "Start this program for each chat instead of bub's own agent. It receives --client-id,"
              + " --talkto, --workspace, --bus-url and --token-file.")
  private @Nullable AgentProgram agentCommand;

  @Option(
      names = "--workspaces",
      paramLabel = "DIR",
      description =
          "Directory of the agents' workspaces (default: workspaces in the state directory).")
  private @Nullable Path workspaces;

  @Option(
      names = "--workspaces-shared",
      description =
          "All nodes of the cluster share --workspaces. When a node is lost, other nodes start its"
              + " agents again.")
  private boolean workspacesShared;

  @Option(
      names = "--respawn-elsewhere",
      description =
          "When a node of the cluster is lost, its chats get new agents with empty workspaces on"
              + " other nodes.")
  private boolean respawnElsewhere;

  /** Returns the directory of the agents' workspaces. */
  public Path workspaces(BubDirectories directories) {
    return workspaces == null ? directories.state().resolve("workspaces") : workspaces;
  }

  private NodeLoss nodeLoss() throws CommandFailure {
    if (workspacesShared && workspaces == null) {
      throw new CommandFailure(
          ExitCodes.USAGE,
          "--workspaces-shared needs the directory that all nodes share.",
          "Pass it:  --workspaces DIR --workspaces-shared");
    }
    if (workspacesShared && respawnElsewhere) {
      throw new CommandFailure(
          ExitCodes.USAGE, "Pass only one of --workspaces-shared and --respawn-elsewhere.");
    }
    return workspacesShared
        ? NodeLoss.SHARED
        : respawnElsewhere ? NodeLoss.ELSEWHERE : NodeLoss.WAIT;
  }

  /** Returns null when none is set. */
  public @Nullable String model() {
    return model;
  }

  /** Warns about a model that agents cannot use, or refuses to start with {@code --strict}. */
  public void checkModel(Screen screen) throws CommandFailure {
    if (agentCommand == null) {
      new ModelPreflight(model, System.getenv()).report(screen, strict);
    }
  }

  /** Returns the starters of the agents that bub starts; none for a program of somebody else. */
  public ConversationStarters starters() {
    return agentCommand == null ? AgentSettings.USUAL_STARTERS : ConversationStarters.NONE;
  }

  /** Returns requests per minute; 0 means no limit. */
  public int maxSpawnRequests() {
    return maxSpawnRequests;
  }

  public SystemSettings settings(URI bus, BubDirectories directories) throws CommandFailure {
    SystemSettings usual =
        SystemSettings.of(bus, directories.run(), directories.state(), launcher());
    SystemSettings.Limits limits = usual.limits();
    return usual
        .withWorkspaces(new SystemSettings.Workspaces(workspaces(directories), nodeLoss()))
        .withChannels(channels())
        .withModel(model)
        .withTimeouts(new SystemSettings.Timeouts(spawnTimeout, idleTimeout))
        .withLimits(
            new SystemSettings.Limits(
                maxAgents,
                maxSpawnRequests,
                limits.startsAtOnce(),
                retention,
                limits.workspaces()));
  }

  private static ChannelPrefixes channels() {
    return new ChannelPrefixes(
        ChannelDescription.OURS.stream()
            .collect(Collectors.toMap(facts -> facts.channel().value(), ChannelDescription::name)));
  }

  private List<String> launcher() {
    if (agentCommand != null) {
      return agentCommand.command();
    }
    return workspacesShared || respawnElsewhere
        ? BubLauncher.command(heap, "agent", "--prove-bus", AgentCommand.EXIT_WHEN_CUT_OFF)
        : BubLauncher.command(heap, "agent", "--prove-bus");
  }

  public Spawner open(BubDirectories directories) throws IOException {
    return spawner.open(
        SpawnSettings.of(directories.run(), directories.state())
            .withLimits(new UnitLimits(memory, cpu, tasks))
            .withVariable(StepDetail.VARIABLE, activitySteps.word()),
        UserSystemd.ofThisUser());
  }

  /** Accepts a Java heap size as the JVM writes it, such as {@code 64m}. */
  static final class HeapSize extends ValidText {
    public HeapSize() {
      super(
          Pattern.compile("[1-9][0-9]{0,8}[kKmMgG]").asMatchPredicate(),
          "a heap size such as 64m or 1g");
    }
  }

  /** Accepts the memory limit of a unit as systemd writes it, such as {@code 512M}. */
  static final class UnitMemory extends ValidText {
    public UnitMemory() {
      super(
          Pattern.compile("[1-9][0-9]{0,8}[KMGT]|infinity").asMatchPredicate(),
          "a size such as 512M, or infinity");
    }
  }

  /** Accepts an amount of CPU time as systemd writes it, such as {@code 200%} for two CPUs. */
  static final class CpuShare extends ValidText {
    public CpuShare() {
      super(
          Pattern.compile("[1-9][0-9]{0,5}%").asMatchPredicate(),
          "a share of a CPU such as 50% or 200%");
    }
  }
}
