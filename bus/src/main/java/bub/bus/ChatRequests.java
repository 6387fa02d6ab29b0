package bub.bus;

import bub.bus.activity.event.Trail;
import bub.bus.cluster.ChatOwner;
import bub.bus.cluster.Cluster;
import bub.bus.cluster.NodeReply;
import bub.bus.cluster.RemoteNode;
import bub.bus.deliver.Courier;
import bub.bus.deliver.DeliveryOutcome;
import bub.bus.memory.MemoryAccount;
import bub.bus.route.Subscriber;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.protocol.message.SpawnRequest;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the system agents of a cluster. The node that a chat belongs to handles them, once,
 * whichever node received them. Hub thread only.
 */
final class ChatRequests {
  private static final Address SPAWN = new Address("system:spawn");
  private static final Address ROUTE = new Address("system:route");
  private static final String ROUTE_QUERY = "route_query";
  private static final int SOON = 1;
  private static final int LATER = 5;

  private final Courier courier;
  private final Supplier<Cluster> cluster;
  private final SessionQuestions questions;

  ChatRequests(Courier courier, Supplier<Cluster> cluster) {
    this.courier = courier;
    this.cluster = cluster;
    this.questions = new SessionQuestions(cluster);
  }

  static boolean concern(Address to) {
    return to.equals(SPAWN) || to.equals(ROUTE);
  }

  void deliver(
      Envelope envelope,
      List<Subscriber> recipients,
      Trail trail,
      MemoryAccount account,
      Consumer<List<Ack>> done) {
    String type = typeOf(envelope);
    String chat = chatOf(envelope, type);
    if (chat == null) {
      questions.ask(
          envelope,
          type,
          answers -> courier.deliver(envelope, recipients, trail, account, answers),
          done);
      return;
    }
    boolean isServed = recipients.stream().anyMatch(one -> !(one instanceof RemoteNode));
    find(
        chat,
        isServed && SpawnRequest.TYPE.equals(type),
        owner -> {
          switch (owner) {
            case ChatOwner.Here _ when !isServed ->
                forwardToAny(cluster.get().nodes(), envelope, trail, done);
            case ChatOwner.Here here ->
                deliverHere(chat, here, envelope, recipients, trail, account, done);
            case ChatOwner.Elsewhere(RemoteNode node) ->
                node.forward(envelope, reply -> done.accept(acksOf(node, trail, reply)));
            case ChatOwner.Down(String node) -> done.accept(List.of(down(node)));
            case ChatOwner.Unknown(String reason) -> done.accept(List.of(unknown(reason)));
          }
        });
  }

  /** Delivers a request that another node passed on. It is never passed on twice. */
  void deliverForwarded(
      Envelope envelope,
      List<Subscriber> recipients,
      Trail trail,
      MemoryAccount account,
      Consumer<List<Ack>> done) {
    String type = typeOf(envelope);
    String chat = chatOf(envelope, type);
    if (chat == null) {
      courier.deliver(envelope, recipients, trail, account, done);
      return;
    }
    find(
        chat,
        SpawnRequest.TYPE.equals(type),
        owner -> {
          switch (owner) {
            case ChatOwner.Here here ->
                deliverHere(chat, here, envelope, recipients, trail, account, done);
            case ChatOwner.Elsewhere(RemoteNode node) ->
                done.accept(List.of(unknown("the chat has just moved to node " + node.name())));
            case ChatOwner.Down(String node) -> done.accept(List.of(down(node)));
            case ChatOwner.Unknown(String reason) -> done.accept(List.of(unknown(reason)));
          }
        });
  }

  /** A bus without a system agent lets the first node serve the chat that has one. */
  private static void forwardToAny(
      List<RemoteNode> nodes, Envelope envelope, Trail trail, Consumer<List<Ack>> done) {
    if (nodes.isEmpty()) {
      done.accept(List.of());
      return;
    }
    RemoteNode first = nodes.getFirst();
    first.forward(
        envelope,
        reply -> {
          List<Ack> acks = acksOf(first, trail, reply);
          if (acks.isEmpty()) {
            forwardToAny(nodes.subList(1, nodes.size()), envelope, trail, done);
          } else {
            done.accept(acks);
          }
        });
  }

  private void find(String chat, boolean acquires, Consumer<ChatOwner> done) {
    cluster.get().findOwner(chat, acquires, done);
  }

  private void deliverHere(
      String chat,
      ChatOwner.Here here,
      Envelope envelope,
      List<Subscriber> recipients,
      Trail trail,
      MemoryAccount account,
      Consumer<List<Ack>> done) {
    courier.deliver(
        envelope,
        recipients,
        trail,
        account,
        acks -> {
          if (here.isNew() && acks.stream().noneMatch(Ack::success)) {
            cluster.get().disown(chat);
          }
          done.accept(acks);
        });
  }

  private static List<Ack> acksOf(RemoteNode node, Trail trail, NodeReply reply) {
    return switch (reply) {
      case NodeReply.Acked(List<Ack> acks) -> acks;
      case NodeReply.Halted(_, Ack ack) -> List.of(ack);
      case NodeReply.Failed(Reply why) -> {
        DeliveryOutcome outcome = DeliveryOutcome.of(node, why);
        trail.processStarted(node.clientId(), 0);
        trail.processFinished(node.clientId(), 0, outcome.status(), outcome.ack(), outcome.error());
        yield List.of(outcome.ack());
      }
    };
  }

  private static Ack down(String node) {
    return Ack.retryIn(
        LATER, "the agent of this chat is on node " + node + ", which is down; try again later");
  }

  private static Ack unknown(String reason) {
    return Ack.retryIn(SOON, "the cluster cannot find the node of this chat: " + reason);
  }

  private static @Nullable String typeOf(Envelope envelope) {
    try {
      return envelope.type();
    } catch (InvalidField invalid) {
      return null;
    }
  }

  /** Returns null for a request that is not about one chat, or that the system agent refuses. */
  private static @Nullable String chatOf(Envelope envelope, @Nullable String type) {
    if (!SpawnRequest.TYPE.equals(type) && !ROUTE_QUERY.equals(type)) {
      return null;
    }
    try {
      Fields content = envelope.payload().fields().object("content").fields();
      return Channel.check("channel", content.string("channel"))
          + ":"
          + ChatId.check("chat_id", content.string("chat_id"));
    } catch (InvalidField invalid) {
      return null;
    }
  }
}
