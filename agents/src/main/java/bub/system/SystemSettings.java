package bub.system;

import bub.client.TokenSource;
import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.system.session.ChatKey;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the system agent.
 *
 * @param launcher start of an agent's command line; begins with an absolute path, because each
 *     agent has its own working directory
 * @param agentOptions further options for every agent
 * @param model null lets each agent choose
 */
public record SystemSettings(
    URI bus,
    TokenSource token,
    Path runDir,
    Path stateDir,
    List<String> launcher,
    List<String> agentOptions,
    @Nullable String model,
    Timeouts timeouts,
    Limits limits,
    ChannelPrefixes channels,
    Workspaces workspaces) {

  /** {@code spawn} limits the time to connect; {@code idle} is zero for agents that never stop. */
  public record Timeouts(Duration spawn, Duration idle) {
    static Timeouts standard() {
      return new Timeouts(Duration.ofSeconds(30), Duration.ofMinutes(30));
    }
  }

  /**
   * Limits on agents and sessions.
   *
   * @param agents agents that may run at a time; further requests get a retryable refusal
   * @param spawnRequests requests per requester and minute; zero for no limit
   * @param retention time after which stopped sessions are deleted
   */
  public record Limits(
      int agents,
      int spawnRequests,
      int startsAtOnce,
      Duration retention,
      WorkspaceRetention workspaces) {
    static Limits standard() {
      int starts = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
      return new Limits(256, 30, starts, Duration.ofDays(30), WorkspaceRetention.KEEP);
    }
  }

  public enum WorkspaceRetention {
    KEEP,
    REMOVE
  }

  public SystemSettings {
    launcher = List.copyOf(launcher);
    agentOptions = List.copyOf(agentOptions);
    if (launcher.isEmpty()) {
      throw new IllegalArgumentException("the launcher is empty");
    }
    runDir = runDir.toAbsolutePath().normalize();
    stateDir = stateDir.toAbsolutePath().normalize();
  }

  public static SystemSettings of(URI bus, Path runDir, Path stateDir, List<String> launcher) {
    return new SystemSettings(
        bus,
        TokenSource.none(),
        runDir,
        stateDir,
        launcher,
        List.of(),
        null,
        Timeouts.standard(),
        Limits.standard(),
        ChannelPrefixes.NONE,
        new Workspaces(stateDir.resolve("workspaces"), NodeLoss.WAIT));
  }

  public SystemSettings withToken(TokenSource source) {
    return new SystemSettings(
        bus,
        source,
        runDir,
        stateDir,
        launcher,
        agentOptions,
        model,
        timeouts,
        limits,
        channels,
        workspaces);
  }

  public SystemSettings withAgentOptions(List<String> options) {
    return new SystemSettings(
        bus,
        token,
        runDir,
        stateDir,
        launcher,
        options,
        model,
        timeouts,
        limits,
        channels,
        workspaces);
  }

  public SystemSettings withModel(@Nullable String name) {
    return new SystemSettings(
        bus,
        token,
        runDir,
        stateDir,
        launcher,
        agentOptions,
        name,
        timeouts,
        limits,
        channels,
        workspaces);
  }

  public SystemSettings withTimeouts(Timeouts other) {
    return new SystemSettings(
        bus,
        token,
        runDir,
        stateDir,
        launcher,
        agentOptions,
        model,
        other,
        limits,
        channels,
        workspaces);
  }

  public SystemSettings withLimits(Limits other) {
    return new SystemSettings(
        bus,
        token,
        runDir,
        stateDir,
        launcher,
        agentOptions,
        model,
        timeouts,
        other,
        channels,
        workspaces);
  }

  public SystemSettings withChannels(ChannelPrefixes other) {
    return new SystemSettings(
        bus,
        token,
        runDir,
        stateDir,
        launcher,
        agentOptions,
        model,
        timeouts,
        limits,
        other,
        workspaces);
  }

  public SystemSettings withWorkspaces(Workspaces other) {
    return new SystemSettings(
        bus,
        token,
        runDir,
        stateDir,
        launcher,
        agentOptions,
        model,
        timeouts,
        limits,
        channels,
        other);
  }

  /** Directories of the agents, and their use by other nodes of a cluster. */
  public record Workspaces(Path directory, NodeLoss nodeLoss) {
    public Workspaces {
      directory = directory.toAbsolutePath().normalize();
    }
  }

  /** Fate of a chat whose agent ran on a node that is down. */
  public enum NodeLoss {
    /** The chat is told, and gets its agent back with its node. */
    WAIT,
    /** Another node starts the agent again in the same directory, which all nodes share. */
    SHARED,
    /** Another node starts a new agent. */
    ELSEWHERE;

    boolean takesOver() {
      return this != WAIT;
    }
  }

  /** Address prefixes by channel, such as {@code tg} for {@code telegram}. */
  public record ChannelPrefixes(Map<String, String> declared) {
    static final ChannelPrefixes NONE = new ChannelPrefixes(Map.of());

    public ChannelPrefixes {
      declared = Map.copyOf(declared);
    }

    Address address(ChatKey chat) {
      String channel = chat.channel().value();
      return new Address(declared.getOrDefault(channel, channel) + ":" + chat.id());
    }

    void check(Channel channel) {
      if (!declared.containsKey(channel.value()) && declared.containsValue(channel.value())) {
        throw new InvalidField("channel", channel + " is the prefix of another channel");
      }
    }
  }
}
