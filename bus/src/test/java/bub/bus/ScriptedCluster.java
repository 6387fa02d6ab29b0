package bub.bus;

import bub.bus.cluster.Cluster;
import bub.bus.cluster.ClusterRefusal;
import bub.bus.cluster.NodeAnswers;
import bub.bus.cluster.NodeQuestion;
import bub.bus.cluster.RemoteNode;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.ClusterStatus;
import bub.protocol.Pattern;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cluster whose other nodes answer as the test says, or not at all. */
final class ScriptedCluster implements Cluster {
  /** The questions that were asked of other nodes: {@code node method params}. */
  final List<String> asked = new ArrayList<>();

  private final String name;
  private final Map<String, Function<NodeQuestion, @Nullable Reply>> others = new TreeMap<>();

  private boolean hasQuorum = true;

  ScriptedCluster(String name) {
    this.name = name;
  }

  ScriptedCluster with(String node, Function<NodeQuestion, @Nullable Reply> answers) {
    others.put(node, answers);
    return this;
  }

  ScriptedCluster withoutQuorum() {
    hasQuorum = false;
    return this;
  }

  ScriptedCluster withSilent(String node) {
    return with(node, _ -> null);
  }

  @Override
  public void ask(NodeQuestion question, Consumer<NodeAnswers> done) {
    var answers = new ArrayList<NodeAnswers.Answer>();
    var silent = new ArrayList<String>();
    others.forEach(
        (node, script) -> {
          asked.add(node + " " + question.method() + " " + question.params());
          if (script.apply(question) instanceof Reply.Answered(var result)) {
            answers.add(new NodeAnswers.Answer(node, result));
          } else {
            silent.add(node);
          }
        });
    done.accept(new NodeAnswers(answers, silent));
  }

  @Override
  public @Nullable ClusterStatus status() {
    var names = new TreeSet<>(others.keySet());
    names.add(name);
    Instant since = Instant.parse("2026-02-17T12:00:00Z");
    return new ClusterStatus(
        name,
        "prod",
        names.stream()
            .map(
                node ->
                    new ClusterStatus.Node(
                        node, 7L, "0.2.0", 1, ClusterStatus.UP, since, 12, 3L, 1L, 0L))
            .toList(),
        new ClusterStatus.Nats(
            "connected", "nats://127.0.0.1:4222", "2.10.27", true, since, 0, "Connection reset"));
  }

  @Override
  public String nodeName() {
    return name;
  }

  @Override
  public List<String> nodeNames() {
    return List.copyOf(others.keySet());
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
    done.accept(hasQuorum ? null : ClusterRefusal.unavailable("there is no quorum"));
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
