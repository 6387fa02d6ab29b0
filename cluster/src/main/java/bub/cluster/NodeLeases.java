package bub.cluster;

import bub.bus.cluster.ChatOwner;
import bub.bus.cluster.RemoteNode;
import bub.cluster.interest.NodeId;
import bub.cluster.lease.Acquisition;
import bub.cluster.lease.Leases;
import bub.cluster.nats.ClusterUnavailable;
import bub.cluster.nats.KeyValueBucket;
import bub.protocol.Ack;
import bub.protocol.cluster.ChatLeases;
import bub.protocol.cluster.ClusterOrder;
import bub.protocol.cluster.LeaseAnswer;
import bub.protocol.cluster.ServedChats;
import bub.protocol.cluster.ServedChats.OrphanedChat;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leases of this node, for chats and for bub's own parts. Hub thread only. */
final class NodeLeases implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeLeases.class);
  private static final int MAX_TASKS = 1_024;
  private static final int SOON = 1;
  private static final String CHATS = ChatLeases.owner("");
  private static final String RUNNING = ChatLeases.running("");
  private static final Acquisition BUSY =
      new Acquisition.Unavailable("Too many requests for leases are open.");

  private final Leases leases;
  private final NodeId self;
  private final Executor hubThread;
  private final Function<NodeId, @Nullable RemoteNode> nodes;
  private final Semaphore tasks = new Semaphore(MAX_TASKS);
  private volatile boolean takesOver;

  /** {@code nodes} finds a living node with the same name. */
  NodeLeases(
      KeyValueBucket bucket,
      NodeId self,
      Executor hubThread,
      Function<NodeId, @Nullable RemoteNode> nodes) {
    this.leases = new Leases(bucket, self, new LeaseLog());
    this.self = self;
    this.hubThread = hubThread;
    this.nodes = nodes;
  }

  void start() throws ClusterUnavailable {
    leases.start();
  }

  @Override
  public void close() {
    leases.close();
  }

  void findOwner(String chat, boolean acquires, Consumer<ChatOwner> done) {
    String name = ChatLeases.owner(chat);
    if (leases.token(name).isPresent()) {
      done.accept(new ChatOwner.Here(false));
      return;
    }
    NodeId last = leases.lastHolder(name);
    NodeId living = leases.holder(name);
    if (living != null && !isNamedLikeThis(living)) {
      done.accept(at(living));
    } else if (acquires) {
      boolean isNew = last == null;
      acquire(name, acquisition -> done.accept(ownerAfter(acquisition, isNew)));
    } else if (last == null) {
      // This node may not know yet what another one has just done.
      inBackground(
          () -> lookUp(name),
          new Found(null, "too many requests are open"),
          found ->
              done.accept(
                  found.problem() == null
                      ? servedBy(found.holder())
                      : new ChatOwner.Unknown(found.problem())));
    } else {
      done.accept(servedBy(last));
    }
  }

  /** Holder of a lease, or the reason why nobody knows. */
  private record Found(@Nullable NodeId holder, @Nullable String problem) {}

  private Found lookUp(String name) {
    try {
      return new Found(leases.find(name), null);
    } catch (ClusterUnavailable unavailable) {
      return new Found(null, String.valueOf(unavailable.getMessage()));
    }
  }

  private ChatOwner servedBy(@Nullable NodeId last) {
    if (last == null) {
      return new ChatOwner.Here(false);
    }
    ChatOwner owner = at(last);
    return !(owner instanceof ChatOwner.Elsewhere) && mayTakeFrom(last)
        ? new ChatOwner.Here(false)
        : owner;
  }

  private ChatOwner ownerAfter(Acquisition acquisition, boolean isNew) {
    return switch (acquisition) {
      case Acquisition.Held _ -> new ChatOwner.Here(isNew);
      case Acquisition.HeldBy(NodeId node) -> at(node);
      case Acquisition.Unavailable(String reason) -> new ChatOwner.Unknown(reason);
    };
  }

  private ChatOwner at(NodeId holder) {
    RemoteNode node = nodes.apply(holder);
    if (node != null) {
      return new ChatOwner.Elsewhere(node);
    }
    if (isNamedLikeThis(holder)) {
      return new ChatOwner.Unknown("this node ran before, and its leases are still valid");
    }
    return mayTakeFrom(holder)
        ? new ChatOwner.Unknown("node " + holder.name() + " does not answer")
        : new ChatOwner.Down(holder.name());
  }

  private boolean isNamedLikeThis(NodeId other) {
    return other.name().equals(self.name());
  }

  /** A node that returns gets its own chats back; only shared or fresh workspaces allow more. */
  private boolean mayTakeFrom(NodeId dead) {
    return takesOver || isNamedLikeThis(dead);
  }

  void disown(String chat) {
    inBackground(
        () -> {
          leases.release(ChatLeases.owner(chat));
          return true;
        },
        true,
        _ -> {});
  }

  void order(ClusterOrder order, Consumer<@Nullable Ack> done) {
    switch (order) {
      case ClusterOrder.AcquireLease(String name) -> acquire(name, done, leases.token(name));
      case ClusterOrder.ReleaseLease(String name) ->
          inBackground(
              () -> {
                leases.release(name);
                return Ack.ok("released");
              },
              Ack.retryIn(SOON, "too many requests"),
              released -> done.accept(released));
      case ClusterOrder.ServeChats(boolean isTakingOver) -> {
        takesOver = isTakingOver;
        done.accept(Ack.ok("serving", served()));
      }
    }
  }

  private void acquire(String name, Consumer<@Nullable Ack> done, OptionalLong token) {
    NodeId living = leases.holder(name);
    if (token.isPresent()) {
      done.accept(ack(new Acquisition.Held(token.getAsLong())));
    } else if (living != null && !isNamedLikeThis(living)) {
      done.accept(ack(new Acquisition.HeldBy(living)));
    } else {
      acquire(name, acquisition -> done.accept(ack(acquisition)));
    }
  }

  private Ack ack(Acquisition acquisition) {
    return switch (acquisition) {
      case Acquisition.Held(long token) ->
          Ack.ok(
              "held",
              new LeaseAnswer(true, self.name(), token, leases.validity().remaining().toMillis()));
      case Acquisition.HeldBy(NodeId node) ->
          Ack.ok("held by node " + node.name(), new LeaseAnswer(false, node.name(), 0, 0));
      case Acquisition.Unavailable(String reason) ->
          new Ack(false, reason, true, SOON, new LeaseAnswer(false, null, 0, 0).toRaw());
    };
  }

  private ServedChats served() {
    Leases.Validity validity = leases.validity();
    var orphans = new ArrayList<OrphanedChat>();
    leases
        .orphans(RUNNING, ServedChats.MAX_ORPHANS)
        .forEach(
            (name, node) -> {
              String chat = ChatLeases.runningChat(name);
              if (chat != null && !isNamedLikeThis(node)) {
                orphans.add(new OrphanedChat(chat, node.name()));
              }
            });
    return new ServedChats(
        self.name(), validity.life(), validity.remaining().toMillis(), List.copyOf(orphans));
  }

  private void acquire(String name, Consumer<Acquisition> done) {
    inBackground(
        () ->
            name.startsWith(CHATS) ? leases.acquire(name, this::mayTakeFrom) : leases.acquire(name),
        BUSY,
        done);
  }

  private <T> void inBackground(Supplier<T> task, T ifBusy, Consumer<T> done) {
    if (!tasks.tryAcquire()) {
      done.accept(ifBusy);
      return;
    }
    Thread.ofVirtual()
        .name("bub-lease-task")
        .start(
            () -> {
              try {
                T result = task.get();
                hubThread.execute(() -> done.accept(result));
              } finally {
                tasks.release();
              }
            });
  }

  /** Log of lost leases. Holders notice by themselves, because they ask again and again. */
  private static final class LeaseLog implements Leases.Listener {
    @Override
    public void lost(String name) {
      LOG.info("This node no longer holds the lease {}", name);
    }

    @Override
    public void died(NodeId node) {
      LOG.warn("The leases of node {} are free", node.name());
    }
  }
}
