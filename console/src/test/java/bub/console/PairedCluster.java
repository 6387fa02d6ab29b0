package bub.console;

import bub.bus.Hub;
import bub.bus.cluster.Cluster;
import bub.bus.cluster.NodeAnswers;
import bub.bus.cluster.NodeQuestion;
import bub.bus.cluster.RemoteNode;
import bub.bus.inspect.NodeInspection;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.ClusterStatus;
import bub.protocol.Pattern;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Two buses in one process that answer each other's questions, but pass no messages on. */
final class PairedCluster implements Cluster {
  private final String name;
  private final Hub own;
  private final String otherName;
  private final Hub other;
  private final AtomicBoolean isSilent;

  private PairedCluster(String name, Hub own, String otherName, Hub other, AtomicBoolean isSilent) {
    this.name = name;
    this.own = own;
    this.otherName = otherName;
    this.other = other;
    this.isSilent = isSilent;
  }

  /** Makes the buses n1 and n2; nobody gets an answer from the other while it is silent. */
  static AtomicBoolean join(TestBus n1, TestBus n2) {
    var isSilent = new AtomicBoolean();
    var first = new PairedCluster("n1", n1.hub(), "n2", n2.hub(), isSilent);
    var second = new PairedCluster("n2", n2.hub(), "n1", n1.hub(), isSilent);
    n1.hub().execute(() -> n1.hub().join(first));
    n2.hub().execute(() -> n2.hub().join(second));
    return isSilent;
  }

  @Override
  public void ask(NodeQuestion question, Consumer<NodeAnswers> done) {
    if (isSilent.get()) {
      done.accept(new NodeAnswers(List.of(), List.of(otherName)));
      return;
    }
    other.execute(
        () ->
            new NodeInspection(other)
                .answer(question, reply -> own.execute(() -> done.accept(answers(reply)))));
  }

  private NodeAnswers answers(Reply reply) {
    return reply instanceof Reply.Answered(var result)
        ? new NodeAnswers(List.of(new NodeAnswers.Answer(otherName, result)), List.of())
        : new NodeAnswers(List.of(), List.of(otherName));
  }

  @Override
  public @Nullable ClusterStatus status() {
    Instant since = Instant.parse("2026-02-17T12:00:00Z");
    return new ClusterStatus(
        name,
        "prod",
        List.of(node("n1", since), node("n2", since)),
        new ClusterStatus.Nats(
            "connected", "nats://127.0.0.1:4222", "2.10.27", true, since, 2, null));
  }

  private ClusterStatus.Node node(String each, Instant since) {
    boolean isOther = each.equals(otherName);
    return new ClusterStatus.Node(
        each,
        7L,
        "0.2.0",
        1,
        isOther && isSilent.get() ? "silent" : ClusterStatus.UP,
        since,
        12,
        isOther ? 40L : null,
        isOther ? 1L : null,
        isOther ? 3L : null);
  }

  @Override
  public String nodeName() {
    return name;
  }

  @Override
  public void subscribed(Pattern pattern, boolean intercepts) {}

  @Override
  public void unsubscribed(Pattern pattern, boolean intercepts) {}

  @Override
  public void whenAnnounced(Runnable done) {
    done.run();
  }

  @Override
  public void claim(Address clientId, String connectionId, Consumer<@Nullable RpcError> done) {
    done.accept(null);
  }

  @Override
  public void release(Address clientId, String connectionId) {}

  @Override
  public @Nullable RemoteNode nodeOf(Address clientId) {
    return null;
  }

  @Override
  public void orderTrace(TraceId trace, TraceOrder.Action action, Address by) {}

  @Override
  public Map<String, Long> figures() {
    return Map.of();
  }

  @Override
  public long heldBytes() {
    return 0;
  }

  @Override
  public void tick() {}
}
