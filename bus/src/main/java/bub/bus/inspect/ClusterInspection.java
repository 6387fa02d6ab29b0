package bub.bus.inspect;

import bub.bus.Hub;
import bub.bus.activity.query.ReceiptBuilder;
import bub.bus.cluster.Cluster;
import bub.bus.cluster.NodeAnswers;
import bub.bus.cluster.NodeQuestion;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.RpcError;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import bub.protocol.ClusterStatus;
import bub.protocol.Methods;
import bub.protocol.Metrics;
import bub.protocol.Receipt;
import bub.protocol.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Inspection of all nodes, or of the single bus. Hub thread only. */
public final class ClusterInspection {
  private static final long PAGE_BYTES = 512 * 1024;

  private final Hub hub;
  private final NodeInspection own;

  public ClusterInspection(Hub hub) {
    this.hub = hub;
    this.own = new NodeInspection(hub);
  }

  /** Reader of this node's part, which calls one of the two once. */
  private interface OwnPart<T> {
    void read(Consumer<T> part, Consumer<RpcError> refusal);
  }

  // ---- methods

  public void status(Status.Query query, Answer answer) {
    gather(
        new NodeQuestion(Methods.GET_STATUS, query.toRaw()),
        query.node(),
        Status::read,
        (part, _) -> part.accept(own.status(query)),
        answer,
        parts -> answer.result(merge(parts, query)));
  }

  public void metrics(Metrics.Query query, Answer answer) {
    gather(
        new NodeQuestion(Methods.GET_METRICS, query.toRaw()),
        query.node(),
        Metrics::read,
        (part, _) -> part.accept(own.metrics()),
        answer,
        parts -> answer.result(merge(parts)));
  }

  public void query(ActivityFilter filter, Answer answer) {
    if (!hub.cluster().nodeName().isEmpty() && filter.needsNode()) {
      answer.error(
          RpcError.invalidParams(
                  (filter.beforeId() == null ? "afterId" : "beforeId")
                      + ": each node of a cluster counts its own events: name the node, or use"
                      + " before and after")
              .because("node_required"));
    } else {
      rows(
          filter,
          answer,
          parts -> answer.result(ActivityMerge.of(parts, filter.isOldestFirst(), filter.limit())));
    }
  }

  public void receipt(Receipt.Query query, Answer answer) {
    ActivityFilter filter = ActivityFilter.ofMessage(query.messageId().value()).on(query.node());
    rows(
        filter,
        answer,
        parts -> {
          ActivityRows rows = ActivityMerge.of(parts, false, filter.limit());
          Receipt receipt = ReceiptBuilder.from(query.messageId(), rows.rows());
          if (receipt == null) {
            answer.error(notFound(parts.missing()));
          } else {
            answer.result(receipt.without(parts.missing()));
          }
        });
  }

  private static RpcError notFound(List<String> missing) {
    String where =
        missing.isEmpty() ? "" : "; these nodes did not answer: " + String.join(", ", missing);
    return RpcError.invalidParams("messageId: not found in the activity log" + where)
        .because("not_found");
  }

  /** Returns null on a single bus. */
  public @Nullable ClusterStatus cluster() {
    return hub.cluster().status();
  }

  /** Returns null when the node exists, or the error to answer with. */
  public @Nullable RpcError refuse(@Nullable String node) {
    if (node == null) {
      return null;
    }
    ClusterStatus cluster = hub.cluster().status();
    boolean isKnown =
        cluster != null && cluster.nodes().stream().anyMatch(each -> each.name().equals(node));
    return isKnown
        ? null
        : RpcError.invalidParams(
                cluster == null
                    ? "node: this bus is not a node of a cluster"
                    : "node: the cluster has no node with this name")
            .because("unknown_node");
  }

  // ---- parts

  private void rows(ActivityFilter filter, Answer answer, Consumer<NodeParts<ActivityRows>> done) {
    gather(
        new NodeQuestion(Methods.QUERY_ACTIVITY, filter.toRaw()),
        filter.node(),
        ActivityRows::read,
        (part, refusal) -> own.query(filter, part, refusal),
        answer,
        done);
  }

  private <T> void gather(
      NodeQuestion question,
      @Nullable String node,
      Function<RawJson, T> reader,
      OwnPart<T> ownPart,
      Answer answer,
      Consumer<NodeParts<T>> done) {
    RpcError unknown = refuse(node);
    if (unknown != null) {
      answer.error(unknown);
      return;
    }
    Cluster cluster = hub.cluster();
    String self = cluster.nodeName();
    if (node != null && !node.equals(self)) {
      cluster.ask(node, question, answers -> done.accept(read(answers, reader)));
      return;
    }
    boolean isAlone = self.isEmpty() || node != null;
    ownPart.read(
        value -> {
          var part = new NodeParts.Part<>(self, value);
          if (isAlone) {
            done.accept(new NodeParts<>(List.of(part), List.of()));
          } else {
            cluster.ask(question, answers -> done.accept(with(part, read(answers, reader))));
          }
        },
        refusal -> {
          if (isAlone) {
            answer.error(refusal);
          } else {
            cluster.ask(
                question,
                answers -> conclude(without(self, read(answers, reader)), refusal, answer, done));
          }
        });
  }

  private static <T> void conclude(
      NodeParts<T> others, RpcError refusal, Answer answer, Consumer<NodeParts<T>> done) {
    if (others.parts().isEmpty()) {
      answer.error(refusal);
    } else {
      done.accept(others);
    }
  }

  private static <T> NodeParts<T> read(NodeAnswers answers, Function<RawJson, T> reader) {
    var parts = new ArrayList<NodeParts.Part<T>>();
    var missing = new ArrayList<>(answers.silent());
    for (NodeAnswers.Answer answer : answers.answers()) {
      try {
        parts.add(new NodeParts.Part<>(answer.node(), reader.apply(answer.result())));
      } catch (InvalidField | IllegalStateException odd) {
        missing.add(answer.node());
      }
    }
    parts.sort(Comparator.comparing(NodeParts.Part::node));
    missing.sort(null);
    return new NodeParts<>(parts, missing);
  }

  private static <T> NodeParts<T> with(NodeParts.Part<T> part, NodeParts<T> others) {
    var parts = new ArrayList<>(others.parts());
    parts.add(part);
    parts.sort(Comparator.comparing(NodeParts.Part::node));
    return new NodeParts<>(parts, others.missing());
  }

  private static <T> NodeParts<T> without(String node, NodeParts<T> others) {
    var missing = new ArrayList<>(others.missing());
    missing.add(node);
    missing.sort(null);
    return new NodeParts<>(others.parts(), missing);
  }

  // ---- merging

  /** Puts whole pages of nodes into one, in the order of the cursor, as long as they fit. */
  private JsonValue merge(NodeParts<Status> nodes, Status.Query query) {
    if (nodes.isSingle()) {
      return nodes.parts().getFirst().value();
    }
    var connections = new ArrayList<Status.Connection>();
    Long next = null;
    long bytes = 0;
    var inOrder = new ArrayList<>(nodes.parts());
    inOrder.sort(Comparator.comparingLong(part -> StatusCursor.place(part.node())));
    for (NodeParts.Part<Status> part : inOrder) {
      Status page = part.value();
      long size = page.toRaw().length();
      boolean fits =
          connections.size() + page.connections().size() <= query.limit()
              && bytes + size <= PAGE_BYTES;
      if (!fits && !connections.isEmpty()) {
        next = StatusCursor.at(part.node(), 0);
        break;
      }
      page.connections().forEach(each -> connections.add(each.on(part.node())));
      bytes += size;
      if (page.next() != null) {
        next =
            query.node() == null ? (Long) StatusCursor.at(part.node(), page.next()) : page.next();
        break;
      }
    }
    return new Status(hub.serverId(), List.copyOf(connections), next, nodes.missing());
  }

  private JsonValue merge(NodeParts<Metrics> nodes) {
    if (nodes.isSingle()) {
      return nodes.parts().getFirst().value();
    }
    var byNode = new TreeMap<String, SequencedMap<String, Long>>();
    nodes.parts().forEach(part -> byNode.put(part.node(), part.value().values()));
    SequencedMap<String, Long> values = byNode.get(hub.cluster().nodeName());
    if (values == null) {
      values = byNode.isEmpty() ? new LinkedHashMap<>() : byNode.firstEntry().getValue();
    }
    return new Metrics(values, byNode, nodes.missing());
  }
}
