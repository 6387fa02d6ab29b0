package bub.bus;

import bub.bus.cluster.Cluster;
import bub.bus.cluster.NodeReply;
import bub.bus.cluster.RemoteNode;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.NestedFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests about sessions that name no chat. The system agents of all nodes get them, and the
 * sender gets one ack, as from a single bus. Hub thread only.
 */
final class SessionQuestions {
  private static final String LIST = "sessions_list";
  private static final Set<String> ABOUT_ONE = Set.of("sessions_stop", "sessions_restart");

  /** As many as fit into one message. */
  private static final int MAX_SESSIONS = 500;

  private final Supplier<Cluster> cluster;

  SessionQuestions(Supplier<Cluster> cluster) {
    this.cluster = cluster;
  }

  /** {@code here} asks the recipients of this node. */
  void ask(
      Envelope envelope,
      @Nullable String type,
      Consumer<Consumer<List<Ack>>> here,
      Consumer<List<Ack>> done) {
    List<RemoteNode> nodes = cluster.get().nodes();
    if (type == null || !type.equals(LIST) && !ABOUT_ONE.contains(type) || nodes.isEmpty()) {
      here.accept(done);
      return;
    }
    var round = new Round(nodes.size() + 1, type.equals(LIST), done);
    here.accept(acks -> round.answered(0, acks));
    for (int i = 0; i < nodes.size(); i++) {
      int place = i + 1;
      nodes
          .get(i)
          .forward(
              envelope,
              reply ->
                  round.answered(
                      place, reply instanceof NodeReply.Acked(List<Ack> acks) ? acks : List.of()));
    }
  }

  private static final class Round {
    private final List<List<Ack>> answers = new ArrayList<>();
    private final boolean isList;
    private final Consumer<List<Ack>> done;
    private int open;

    Round(int nodes, boolean isList, Consumer<List<Ack>> done) {
      for (int i = 0; i < nodes; i++) {
        answers.add(List.of());
      }
      this.open = nodes;
      this.isList = isList;
      this.done = done;
    }

    void answered(int place, List<Ack> acks) {
      answers.set(place, acks);
      if (--open == 0) {
        List<Ack> all = answers.stream().flatMap(List::stream).toList();
        done.accept(all.size() < 2 ? all : List.of(isList ? join(all) : best(all)));
      }
    }

    /** The session is on one node; the others say that they do not have it. */
    private static Ack best(List<Ack> all) {
      return all.stream()
          .filter(Ack::success)
          .findFirst()
          .or(() -> all.stream().filter(Ack::shouldRetry).findFirst())
          .orElse(all.getFirst());
    }

    private static Ack join(List<Ack> all) {
      List<Ack> lists = all.stream().filter(Ack::success).toList();
      if (lists.isEmpty()) {
        return all.getFirst();
      }
      try {
        long total = 0;
        var sessions = new ArrayList<RawJson>();
        for (Ack list : lists) {
          Fields fields = list.payload().fields();
          total += fields.integer("total", 0);
          sessions.addAll(NestedFields.objects(fields, "sessions", session -> session));
        }
        return Ack.ok(lists.getFirst().message(), write(total, sessions));
      } catch (InvalidField odd) {
        return lists.getFirst();
      }
    }

    private static RawJson write(long total, List<RawJson> sessions) {
      JsonWriter out = new JsonWriter().beginObject();
      out.field("total", total).name("sessions").beginArray();
      sessions.stream().limit(MAX_SESSIONS).forEach(out::value);
      return RawJson.trusted(out.endArray().endObject().toByteArray());
    }
  }
}
