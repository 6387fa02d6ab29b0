package bub.cli.serve;

import bub.bus.Hub;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cluster.ClusterNode;
import bub.cluster.interest.NameWatch;
import bub.cluster.interest.NodeId;
import bub.cluster.lease.EarlierLeases;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.NatsBucket;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsProblem;
import bub.cluster.nats.NatsSettings;
import bub.cluster.state.SharedAgents;
import bub.cluster.state.SharedPolicy;
import bub.cluster.state.SharedTokens;
import bub.cluster.state.SyncReport;
import bub.lobby.SharedRegistry;
import bub.protocol.cluster.ChatLeases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Membership of a bus in a cluster: its connection to NATS and its node. */
final class ClusterMembership implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterMembership.class);
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

  /** Time to try each server, because one may work where another refuses. */
  private static final Duration ROUND = Duration.ofSeconds(3);

  /** Longer than the heartbeat of other nodes, so that all of them are known. */
  private static final Duration LISTEN_FIRST = Duration.ofMillis(700);

  private static final Duration TABLES_WITHIN = Duration.ofSeconds(10);
  private static final Duration CHECK_EVERY = Duration.ofMillis(20);

  private static final Duration SYNCHRONIZE_WITHIN = Duration.ofSeconds(5);
  private static final int FRAME_BYTES = 16 * 1024;

  private final NatsConnection nats;
  private final NodeId self;
  private final SharedTokens tokens;
  private final SharedPolicy policy;
  private @Nullable SharedAgents agents;
  private @Nullable Hub hub;
  private @Nullable ClusterNode node;

  private ClusterMembership(NatsConnection nats, NodeId self, Path state) {
    this.nats = nats;
    this.self = self;
    int maxBytes = maxValueBytes();
    var access = new NatsBucket(nats, nats.settings().subjects().accessBucket());
    this.tokens = new SharedTokens(state, access, maxBytes, UUID::randomUUID);
    this.policy = new SharedPolicy(state, access, maxBytes);
  }

  private int maxValueBytes() {
    return (int) Math.max(FRAME_BYTES, Math.min(nats.maxPayload(), 8 << 20) - FRAME_BYTES);
  }

  /**
   * Returns null for a single bus. Waits for NATS, unless it is {@code required} at once. Then the
   * files of {@code state} have the tokens of the cluster, and {@code rules} has its policy.
   */
  static @Nullable ClusterMembership connect(
      ClusterOptions options, boolean required, RuleOptions rules, Path state)
      throws CommandFailure, IOException, InterruptedException {
    NatsSettings settings = options.settings();
    if (settings == null) {
      return null;
    }
    long epoch = 1 + (new SecureRandom().nextLong() >>> 1) % (Long.MAX_VALUE - 1);
    var self = new NodeId(options.nodeName(), epoch);
    var nats = new NatsConnection(settings, self.name());
    nats.start();
    try {
      awaitConnection(nats, required, remedy(options));
      awaitFreeName(nats, self);
      var membership = new ClusterMembership(nats, self, state);
      membership.synchronize(required);
      rules.policy = membership.policy.agree(rules.policy);
      membership.agents =
          SharedAgents.prepare(
              state,
              new NatsBucket(nats, settings.subjects().stateBucket()),
              membership::onHub,
              membership.maxValueBytes());
      return membership;
    } catch (ClusterUnavailable unavailable) {
      nats.close();
      throw noAnswer(unavailable);
    } catch (CommandFailure | IOException | InterruptedException failed) {
      nats.close();
      throw failed;
    }
  }

  private static CommandFailure noAnswer(ClusterUnavailable unavailable) {
    return new CommandFailure(
        ExitCodes.UNAVAILABLE,
        "Cannot read the shared state of the cluster: " + unavailable.getMessage(),
        "Check that most of the NATS servers run.");
  }

  /** A locked cluster must never have an open node, so nothing starts before this has succeeded. */
  private void synchronize(boolean required) throws CommandFailure, InterruptedException {
    SyncReport report = tokens.synchronizeOnce(SYNCHRONIZE_WITHIN);
    while (!report.succeeded()) {
      if (required) {
        throw new CommandFailure(
            ExitCodes.UNAVAILABLE,
            "Cannot read the tokens of the cluster: " + report.problem(),
            "Check that most of the NATS servers run.");
      }
      LOG.warn(
          "Waiting for the tokens of the cluster, and accepting no connections until then: {}",
          report.problem());
      report = tokens.synchronizeOnce(SYNCHRONIZE_WITHIN);
    }
    report.conflicts().forEach(conflict -> LOG.warn("{}", conflict));
  }

  private void onHub(Runnable task) {
    Hub running = hub;
    if (running == null) {
      throw new IllegalStateException("the bus is not a node yet");
    }
    running.execute(task);
  }

  private static String remedy(ClusterOptions options) {
    return options.isRequired()
        ? "Start NATS, or leave out --cluster-required to wait for it."
        : "Start NATS, or check the URLs of --cluster.";
  }

  private static void awaitConnection(NatsConnection nats, boolean required, String remedy)
      throws CommandFailure, InterruptedException {
    long giveUpAt = System.nanoTime() + CONNECT_WITHIN.toNanos();
    boolean isTold = false;
    while (!nats.awaitConnected(ROUND)) {
      NatsProblem problem = nats.state().lastProblem();
      switch (problem) {
        case NatsProblem.TooOld old -> throw refused(old, "Upgrade nats-server.");
        case NatsProblem.NoJetStream plain -> throw refused(plain, "Turn JetStream on.");
        case NatsProblem.NotAuthorized unknown ->
            throw refused(
                unknown,
                "Check --cluster-user-file, --cluster-creds, --cluster-token-file or the TLS"
                    + " files.");
        case NatsProblem.BadFile bad -> throw refused(bad, "Correct the file.");
        case NatsProblem.Unreachable away -> {
          if (required && System.nanoTime() >= giveUpAt) {
            throw new CommandFailure(ExitCodes.UNAVAILABLE, away.text(), remedy);
          }
          if (!required && !isTold) {
            isTold = true;
            LOG.warn("Waiting for NATS, and accepting no connections until then. {}", away.text());
          }
        }
        case null -> {}
      }
    }
  }

  /** Listens before this node says anything, so that a second process does not harm the first. */
  private static void awaitFreeName(NatsConnection nats, NodeId self)
      throws CommandFailure, InterruptedException {
    var names = new NameWatch(self.name(), System.nanoTime());
    String interest = nats.settings().subjects().interest();
    try (var _ = nats.subscribe(interest, (_, data) -> names.received(data, System.nanoTime()))) {
      while (names.isUnsure(System.nanoTime())) {
        Thread.sleep(CHECK_EVERY);
      }
    }
    if (names.isTaken()) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "Another node of cluster %s is named %s."
              .formatted(nats.settings().cluster(), self.name()),
          "Name this node:  --node-name NAME");
    }
  }

  private static CommandFailure refused(NatsProblem problem, String remedy) {
    return new CommandFailure(ExitCodes.CONFIG, problem.text(), remedy);
  }

  /** Makes the bus a node, before its first peer connects. Returns the shared registrations. */
  SharedRegistry join(Hub joining) {
    hub = joining;
    SharedAgents registrations = agents;
    if (registrations == null) {
      throw new IllegalStateException("the registrations are not prepared");
    }
    try {
      node = ClusterNode.join(self, joining, nats);
      tokens.start();
      policy.start();
      return registrations;
    } catch (ClusterUnavailable unavailable) {
      throw new UncheckedIOException(new IOException(unavailable.getMessage(), unavailable));
    }
  }

  /** Waits until this node knows the others. Refuses a name that another node has. */
  void awaitReady() throws CommandFailure, InterruptedException {
    ClusterNode joined = node;
    if (joined == null || hub == null || agents == null) {
      throw new IllegalStateException("the bus is not a node yet");
    }
    long listenUntil = System.nanoTime() + LISTEN_FIRST.toNanos();
    long giveUpAt = System.nanoTime() + TABLES_WITHIN.toNanos();
    while (System.nanoTime() < listenUntil
        || !isComplete(joined, hub) && System.nanoTime() < giveUpAt) {
      if (joined.conflict() != null) {
        throw new CommandFailure(ExitCodes.CONFIG, String.valueOf(joined.conflict()));
      }
      Thread.sleep(CHECK_EVERY);
    }
    if (!agents.awaitComplete(TABLES_WITHIN)) {
      LOG.warn(
          "The registrations of the cluster are not complete yet. Agents cannot register until they"
              + " are.");
    }
    LOG.info("Node {} is in cluster {}", self.name(), nats.settings().cluster());
  }

  private static boolean isComplete(ClusterNode node, Hub hub) {
    var complete = new CompletableFuture<Boolean>();
    hub.execute(() -> complete.complete(node.isComplete()));
    return complete.join();
  }

  /** Lets other nodes serve the chats of this node. Returns their number. */
  int releaseChats() throws ClusterUnavailable, InterruptedException {
    var leases = new NatsBucket(nats, nats.settings().subjects().leaseBucket());
    return EarlierLeases.release(leases, self.name(), ChatLeases::contain);
  }

  /** Tells the other nodes, while the hub still runs. */
  void leave() {
    ClusterNode joined = node;
    if (joined == null || hub == null) {
      return;
    }
    var left = new CompletableFuture<@Nullable Void>();
    hub.execute(
        () -> {
          joined.leave();
          left.complete(null);
        });
    left.join();
  }

  @Override
  public void close() {
    tokens.close();
    policy.close();
    if (agents != null) {
      agents.close();
    }
    if (node != null) {
      node.close();
    }
    nats.close();
  }
}
