package bub.bus.inspect;

import bub.bus.Hub;
import bub.bus.cluster.Cluster;
import bub.bus.cluster.NodeAnswers;
import bub.bus.cluster.NodeQuestion;
import bub.json.InvalidField;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.Methods;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * New events of the other nodes, for one watcher. It reads their logs again and again, so a node
 * pays nothing while nobody watches. Hub thread only.
 */
public final class RemoteFeed {
  private static final int PAGE = ActivityFilter.MAX_LIMIT;

  /** Full pages in a row after which the feed skips to the newest event. */
  private static final int MAX_BEHIND = 4;

  private final Hub hub;
  private final ActivityFilter filter;
  private final Consumer<ActivityRows> watcher;
  private final Map<String, Place> places = new HashMap<>();
  private boolean isStopped;

  public RemoteFeed(Hub hub, ActivityFilter filter, Consumer<ActivityRows> watcher) {
    this.hub = hub;
    this.filter = filter;
    this.watcher = watcher;
  }

  /** Place in the log of one node. */
  private static final class Place {
    /** Id of the last event that was read; null before the first answer. */
    private @Nullable Long last;

    private boolean isAsked;
    private int fullPages;
  }

  /** Asks the nodes that have answered the last question. */
  public void tick() {
    Cluster cluster = hub.cluster();
    List<String> nodes = cluster.nodeNames();
    for (String node : nodes) {
      if (filter.node() == null || filter.node().equals(node)) {
        ask(cluster, node);
      }
    }
    // A node that returns may have written much meanwhile: begin at its newest event again.
    places.keySet().retainAll(nodes);
  }

  private void ask(Cluster cluster, String node) {
    Place place = places.computeIfAbsent(node, _ -> new Place());
    if (place.isAsked) {
      return;
    }
    place.isAsked = true;
    ActivityFilter same = filter.on(node);
    ActivityFilter wanted =
        place.last == null ? same.before(null, 1) : same.after(place.last, PAGE);
    cluster.ask(
        node,
        new NodeQuestion(Methods.QUERY_ACTIVITY, wanted.toRaw()),
        answers -> {
          place.isAsked = false;
          if (!isStopped) {
            take(node, place, answers);
          }
        });
  }

  private void take(String node, Place place, NodeAnswers answers) {
    for (NodeAnswers.Answer answer : answers.answers()) {
      try {
        take(node, place, ActivityRows.read(answer.result()).rows());
      } catch (InvalidField | IllegalStateException odd) {
        places.remove(node);
      }
    }
  }

  private void take(String node, Place place, List<ActivityRow> rows) {
    Long before = place.last;
    long newest = rows.isEmpty() ? 0 : rows.getLast().id();
    place.last = Math.max(before == null ? 0 : before, newest);
    if (before == null) {
      return; // only new events are wanted
    }
    place.fullPages = rows.size() < PAGE ? 0 : place.fullPages + 1;
    if (place.fullPages > MAX_BEHIND) {
      place.fullPages = 0;
      place.last = null;
    }
    List<ActivityRow> news =
        rows.stream()
            .filter(row -> filter.isSampled(row.messageId()))
            .map(row -> row.on(node))
            .toList();
    if (!news.isEmpty()) {
      watcher.accept(new ActivityRows(news, 0));
    }
  }

  public void stop() {
    isStopped = true;
  }
}
