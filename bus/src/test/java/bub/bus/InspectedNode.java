package bub.bus;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.cluster.NodeQuestion;
import bub.bus.inspect.NodeInspection;
import bub.jsonrpc.Reply;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import java.util.ArrayList;
import java.util.List;

/** A node of a cluster with a log in memory. */
final class InspectedNode {
  final TestBus bus = new TestBus();
  final List<ActivityRow> log = new ArrayList<>();
  private final String name;

  InspectedNode(String name) {
    this.name = name;
    bus.activity.query = this::select;
    bus.hub.join(new ScriptedCluster(name));
  }

  private ActivityRows select(ActivityFilter filter) {
    assertThat(filter.node()).isNull();
    var found =
        log.stream()
            .filter(filter::matches)
            .filter(row -> filter.beforeId() == null || row.id() < filter.beforeId())
            .filter(row -> filter.afterId() == null || row.id() > filter.afterId())
            .toList();
    int from = filter.afterId() == null ? Math.max(0, found.size() - filter.limit()) : 0;
    return new ActivityRows(found.subList(from, Math.min(found.size(), from + filter.limit())), 0);
  }

  Reply answers(NodeQuestion question) {
    var answer = new ArrayList<Reply>();
    new NodeInspection(bus.hub).answer(question, answer::add);
    assertThat(answer).hasSize(1);
    return answer.getFirst();
  }

  InspectedNode logs(String event, String messageId, String actor, int second) {
    log.add(
        new ActivityRow(
            log.size() + 1,
            "2026-02-17T12:%02d:%02d.000000Z".formatted(second / 60, second % 60),
            event,
            messageId,
            "1",
            actor,
            "agent:to",
            event.endsWith("_start") ? "start" : "ok",
            null,
            null));
    return this;
  }

  @Override
  public String toString() {
    return name;
  }
}
