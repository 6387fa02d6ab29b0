package bub.system;

import bub.client.TokenSource;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the system agent works.
 *
 * @param bus where the bus is, for this agent and for those it starts
 * @param token of the system agent itself
 * @param launcher what comes before {@code --client-id …} on an agent's command line; starts with
 *     an absolute path, for each agent has a working directory of its own
 * @param agentOptions what else every agent is told
 * @param model the model that agents are told to use, or null to let them find one
 * @param spawnTimeout how long an agent may take until it is connected
 * @param idleTimeout agents without activity for so long are stopped; zero lets them run
 * @param limits how many, and how long
 * @param channels where the chats of each channel are
 */
public record SystemSettings(
    URI bus,
    TokenSource token,
    Path runDir,
    Path stateDir,
    List<String> launcher,
    List<String> agentOptions,
    @Nullable String model,
    Duration spawnTimeout,
    Duration idleTimeout,
    Limits limits,
    ChannelPrefixes channels) {

  /**
   * Bounds.
   *
   * @param agents run at a time; past it requests are told to come again
   * @param spawnRequests of one requester a minute; zero for no limit
   * @param startsAtOnce agents start at a time; the others wait for them
   * @param retention stopped sessions are forgotten after so long
   * @param workspaces what then becomes of their workspaces
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

  /** What becomes of the workspace of a session that is forgotten. */
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
        Duration.ofSeconds(30),
        Duration.ofMinutes(30),
        Limits.standard(),
        ChannelPrefixes.NONE);
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
        spawnTimeout,
        idleTimeout,
        limits,
        channels);
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
        spawnTimeout,
        idleTimeout,
        limits,
        channels);
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
        spawnTimeout,
        idleTimeout,
        limits,
        channels);
  }

  public SystemSettings withSpawnTimeout(Duration timeout) {
    return new SystemSettings(
        bus,
        token,
        runDir,
        stateDir,
        launcher,
        agentOptions,
        model,
        timeout,
        idleTimeout,
        limits,
        channels);
  }

  public SystemSettings withIdleTimeout(Duration timeout) {
    return new SystemSettings(
        bus,
        token,
        runDir,
        stateDir,
        launcher,
        agentOptions,
        model,
        spawnTimeout,
        timeout,
        limits,
        channels);
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
        spawnTimeout,
        idleTimeout,
        other,
        channels);
  }

  public SystemSettings withChannels(ChannelPrefixes prefixes) {
    return new SystemSettings(
        bus,
        token,
        runDir,
        stateDir,
        launcher,
        agentOptions,
        model,
        spawnTimeout,
        idleTimeout,
        limits,
        prefixes);
  }
}
