package bub.system;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.json.InvalidField;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.cluster.ChatLeases;
import bub.protocol.cluster.ClusterOrder;
import bub.protocol.cluster.LeaseAnswer;
import bub.protocol.cluster.ServedChats;
import bub.system.session.ChatKey;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Orders of the system agent to its node of a cluster. Safe for any thread; calls block. */
final class NodeContact {
  private static final Logger LOG = LoggerFactory.getLogger(NodeContact.class);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(3);

  /** Short, because the answer decides whether agents may go on. */
  private static final Duration RENEW_WITHIN = Duration.ofMillis(700);

  /** Leases of an earlier run of this node may be valid for a while. */
  private static final Duration DECIDE_WITHIN = Duration.ofSeconds(16);

  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Outcome of an order for a lease. */
  enum Claim {
    HELD,
    NOT_HELD,
    NO_CLUSTER,
    UNKNOWN
  }

  private final BusClient client;
  private final boolean takesOver;
  private final LongSupplier nanoTime;
  private volatile boolean isClustered;

  /** {@code takesOver} is true when several nodes may serve a chat, one after the other. */
  NodeContact(BusClient client, boolean takesOver, LongSupplier nanoTime) {
    this.client = client;
    this.takesOver = takesOver;
    this.nanoTime = nanoTime;
  }

  boolean takesOver() {
    return takesOver;
  }

  /** Returns null when the bus did not answer or is no node of a cluster. */
  @Nullable ServedChats serve() throws InterruptedException {
    List<Ack> acks = send(new ClusterOrder.ServeChats(takesOver), RENEW_WITHIN);
    if (acks == null || acks.isEmpty() || !acks.getFirst().success()) {
      return null;
    }
    try {
      ServedChats served = ServedChats.read(acks.getFirst().payload());
      isClustered = true;
      return served;
    } catch (InvalidField odd) {
      LOG.error("The bus gave a strange answer: {}", odd.getMessage());
      return null;
    }
  }

  Claim claim(String lease) throws InterruptedException {
    List<Ack> acks = send(new ClusterOrder.AcquireLease(lease), ANSWER_WITHIN);
    if (acks == null) {
      return Claim.UNKNOWN;
    }
    if (acks.isEmpty()) {
      return Claim.NO_CLUSTER;
    }
    return LeaseAnswer.read(acks.getFirst().payload()).held() ? Claim.HELD : Claim.NOT_HELD;
  }

  void release(String lease) throws InterruptedException {
    send(new ClusterOrder.ReleaseLease(lease), ANSWER_WITHIN);
  }

  /** Returns the reason why this node must not run the agent of a chat, or null when it may. */
  @Nullable String objection(ChatKey chat) throws InterruptedException {
    if (!takesOver) {
      return null; // no other node ever serves a chat of this one
    }
    long deadline = nanoTime.getAsLong() + DECIDE_WITHIN.toNanos();
    do {
      List<Ack> acks =
          send(new ClusterOrder.AcquireLease(ChatLeases.owner(chat.toString())), ANSWER_WITHIN);
      if (acks != null && acks.isEmpty()) {
        return null;
      }
      if (acks != null) {
        LeaseAnswer answer = LeaseAnswer.read(acks.getFirst().payload());
        if (answer.held()) {
          return null;
        }
        if (answer.holder() != null) {
          return "node " + answer.holder() + " serves this chat now";
        }
      }
      TimeSource.system().sleep(PAUSE);
    } while (nanoTime.getAsLong() - deadline < 0);
    return "the cluster does not answer";
  }

  void started(ChatKey chat) {
    mark(new ClusterOrder.AcquireLease(ChatLeases.running(chat.toString())));
  }

  void ended(ChatKey chat) {
    mark(new ClusterOrder.ReleaseLease(ChatLeases.running(chat.toString())));
  }

  /** The session is deleted, so any node may begin a new one. */
  void forgot(ChatKey chat) {
    mark(new ClusterOrder.ReleaseLease(ChatLeases.owner(chat.toString())));
  }

  private void mark(ClusterOrder order) {
    if (!isClustered) {
      return;
    }
    try {
      send(order, ANSWER_WITHIN);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable List<Ack> send(ClusterOrder order, Duration within)
      throws InterruptedException {
    try {
      return client.send(client.compose(ClusterOrder.ADDRESS, order), within).acks();
    } catch (RpcException | NoAnswer unknown) {
      LOG.debug("The node did not answer", unknown);
      return null;
    }
  }
}
