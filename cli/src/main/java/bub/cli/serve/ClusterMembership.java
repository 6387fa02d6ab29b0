package bub.cli.serve;

import bub.bus.Hub;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cluster.ClusterNode;
import bub.cluster.interest.NodeId;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.NatsConnection;
import bub.cluster.nats.NatsProblem;
import bub.cluster.nats.NatsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Membership of a bus in a cluster: its connection to NATS and its node. */
final class ClusterMembership implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterMembership.class);
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

  /** Longer than the heartbeat of other nodes, so that their tables and names are known. */
  private static final Duration LISTEN_FIRST = Duration.ofMillis(1_200);

  private static final Duration TABLES_WITHIN = Duration.ofSeconds(10);
  private static final Duration CHECK_EVERY = Duration.ofMillis(20);

  private final NatsConnection nats;
  private final NodeId self;
  private @Nullable ClusterNode node;

  private ClusterMembership(NatsConnection nats, NodeId self) {
    this.nats = nats;
    this.self = self;
  }

  /** Returns null for a single bus. Waits for NATS, unless the options require it at once. */
  static @Nullable ClusterMembership connect(ClusterOptions options)
      throws CommandFailure, InterruptedException {
    NatsSettings settings = options.settings();
    if (settings == null) {
      return null;
    }
    long epoch = 1 + (new SecureRandom().nextLong() >>> 1) % (Long.MAX_VALUE - 1);
    var self = new NodeId(options.nodeName(), epoch);
    var nats = new NatsConnection(settings, self.name());
    nats.start();
    var membership = new ClusterMembership(nats, self);
    try {
      membership.awaitConnection(options.isRequired());
    } catch (CommandFailure | InterruptedException failed) {
      nats.close();
      throw failed;
    }
    return membership;
  }

  private void awaitConnection(boolean required) throws CommandFailure, InterruptedException {
    while (!nats.awaitConnected(CONNECT_WITHIN)) {
      NatsProblem problem = nats.state().lastProblem();
      switch (problem) {
        case NatsProblem.TooOld _ -> throw refused(problem, "Upgrade nats-server.");
        case NatsProblem.NoJetStream _ -> throw refused(problem, "Turn JetStream on.");
        case NatsProblem.NotAuthorized _ ->
            throw refused(problem, "Check --cluster-creds, --cluster-token-file or the TLS files.");
        case NatsProblem.BadFile _ -> throw refused(problem, "Correct the file.");
        case NatsProblem.Unreachable _ -> waitFor(problem, required);
        case null -> {}
      }
    }
  }

  private void waitFor(NatsProblem problem, boolean required) throws CommandFailure {
    if (required) {
      throw new CommandFailure(
          ExitCodes.UNAVAILABLE,
          problem.text(),
          "Start NATS, or leave out --cluster-required to wait for it.");
    }
    LOG.warn("Waiting for NATS, and accepting no connections until then. {}", problem.text());
  }

  private static CommandFailure refused(NatsProblem problem, String remedy) {
    return new CommandFailure(ExitCodes.CONFIG, problem.text(), remedy);
  }

  NatsConnection nats() {
    return nats;
  }

  NodeId self() {
    return self;
  }

  /** Makes the bus a node, before its first peer connects. */
  void join(Hub hub) {
    try {
      node = ClusterNode.join(self, hub, nats);
    } catch (ClusterUnavailable unavailable) {
      throw new UncheckedIOException(new IOException(unavailable.getMessage(), unavailable));
    }
  }

  /** Waits until this node knows the others. Refuses a name that another node has. */
  void awaitReady(Hub hub) throws CommandFailure, InterruptedException {
    ClusterNode joined = node;
    if (joined == null) {
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
    LOG.info("Node {} is in cluster {}", self.name(), nats.settings().cluster());
  }

  private static boolean isComplete(ClusterNode node, Hub hub) {
    var complete = new CompletableFuture<Boolean>();
    hub.execute(() -> complete.complete(node.isComplete()));
    return complete.join();
  }

  /** Tells the other nodes, while the hub still runs. */
  void leave(Hub hub) {
    ClusterNode joined = node;
    if (joined == null) {
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
    if (node != null) {
      node.close();
    }
    nats.close();
  }
}
