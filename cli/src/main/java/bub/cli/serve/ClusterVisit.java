package bub.cli.serve;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.activity.log.DisabledActivityLog;
import bub.cli.connect.BubDirectories;
import bub.cli.connect.RunFiles;
import bub.cli.connect.TokenAdministration;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cluster.nats.ClusterUnavailable;
import bub.lobby.AgentLobby;
import bub.lobby.LobbySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Node without a server, which exchanges the state of a stopped bus with a cluster. It refuses to
 * start while the bus runs.
 */
public final class ClusterVisit implements AutoCloseable {
  private static final Duration SHARE_WITHIN = Duration.ofSeconds(60);
  private static final long TICK_MILLIS = 250;

  private final BubDirectories directories;
  private final RunFiles files;
  private final ClusterMembership cluster;
  private final HostedLobby lobby;
  private final ScheduledExecutorService loop;
  private final Hub hub;

  private ClusterVisit(
      BubDirectories directories,
      RunFiles files,
      ClusterMembership cluster,
      HostedLobby lobby,
      ScheduledExecutorService loop,
      Hub hub) {
    this.directories = directories;
    this.files = files;
    this.cluster = cluster;
    this.lobby = lobby;
    this.loop = loop;
    this.hub = hub;
  }

  /** State that this bus and its cluster have in common now. */
  public record Report(int tokens, long agents, List<String> conflicts) {
    public Report {
      conflicts = List.copyOf(conflicts);
    }
  }

  /** {@code policy} becomes the policy of the cluster, unless it is null. */
  public static ClusterVisit begin(
      ClusterOptions options, BubDirectories directories, @Nullable Path policy)
      throws CommandFailure, IOException, InterruptedException {
    directories.create();
    RunFiles files = RunFiles.claim(directories.run());
    try {
      return begin(options, directories, policy, files);
    } catch (CommandFailure | IOException | InterruptedException | RuntimeException failed) {
      files.close();
      throw failed;
    }
  }

  private static ClusterVisit begin(
      ClusterOptions options, BubDirectories directories, @Nullable Path policy, RunFiles files)
      throws CommandFailure, IOException, InterruptedException {
    var rules = new RuleOptions();
    rules.policy = policy;
    ClusterMembership cluster =
        ClusterMembership.connect(options, true, rules, directories.state());
    if (cluster == null) {
      throw new CommandFailure(
          ExitCodes.USAGE,
          "The command needs the NATS servers of the cluster.",
          "Pass them:  --cluster nats://a:4222,nats://b:4222");
    }
    HostedLobby lobby;
    try {
      lobby = HostedLobby.open(LobbySettings.standard(), directories);
    } catch (IOException failed) {
      cluster.close();
      throw failed;
    }
    ScheduledExecutorService loop =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("bub-hub").factory());
    var hub =
        new Hub(
            new Hub.Environment(
                "bus-visit",
                BusLimits.standard(),
                new DisabledActivityLog(),
                loop,
                Clock.systemUTC(),
                System::nanoTime,
                new SecureRandom().nextLong()));
    var visit = new ClusterVisit(directories, files, cluster, lobby, loop, hub);
    try {
      visit.enter();
      return visit;
    } catch (CommandFailure | InterruptedException | RuntimeException failed) {
      visit.close();
      throw failed;
    }
  }

  private void enter() throws CommandFailure, InterruptedException {
    ask(() -> lobby.moveInto(hub, cluster.join(hub)));
    var _ = loop.scheduleAtFixedRate(hub::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    cluster.awaitReady();
    long giveUpAt = System.nanoTime() + SHARE_WITHIN.toNanos();
    while (!ask(() -> open().isSynchronized())) {
      if (System.nanoTime() - giveUpAt >= 0) {
        throw new CommandFailure(
            ExitCodes.UNAVAILABLE,
            "The registrations of the lobby could not be exchanged with the cluster in time.",
            "Check NATS, and run the command again.");
      }
      Thread.sleep(TICK_MILLIS);
    }
  }

  private AgentLobby open() {
    AgentLobby opened = lobby.lobby();
    if (opened == null) {
      throw new IllegalStateException("the lobby is not open");
    }
    return opened;
  }

  private <T> T ask(Supplier<T> question) {
    return CompletableFuture.supplyAsync(question, loop).join();
  }

  public Report report() throws IOException {
    return new Report(
        new TokenAdministration(directories).list().size(),
        ask(() -> open().figures().getOrDefault("lobby_agents", 0L)),
        ask(() -> open().joinConflicts()));
  }

  /** Lets other nodes serve the chats of this node, and returns their number. */
  public int releaseChats() throws CommandFailure, InterruptedException {
    try {
      return cluster.releaseChats();
    } catch (ClusterUnavailable unavailable) {
      throw new CommandFailure(
          ExitCodes.UNAVAILABLE,
          "Cannot release the chats of this node: " + unavailable.getMessage(),
          "Check that most of the NATS servers run, and run the command again.");
    }
  }

  @Override
  public void close() {
    cluster.leave();
    cluster.close();
    loop.shutdown();
    lobby.close();
    files.close();
  }
}
