package bub.bus;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.dialect.Dialects;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.LogPosition;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Metrics;
import bub.protocol.Receipt;
import bub.protocol.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inspection of a cluster through one of its nodes. Each node has its own hub and log. */
class ClusterInspectionTest {
  private final InspectedNode n1 = new InspectedNode("n1");
  private final InspectedNode n2 = new InspectedNode("n2");
  private final ScriptedCluster cluster = new ScriptedCluster("n1").with("n2", n2::answers);
  private final TestPeer reader;

  ClusterInspectionTest() {
    n1.bus.hub.join(cluster);
    reader = n1.bus.peer("cli:reader");
  }

  private RawJson ask(String method, JsonValue params) {
    return ((Reply.Answered) reader.asks(method, params)).result();
  }

  private RpcError refusal(String method, String params) throws Exception {
    return ((Reply.Rejected) reader.asks(method, RawJson.parse(params))).error();
  }

  private ActivityRows query(ActivityFilter filter) {
    return ActivityRows.read(ask(Methods.QUERY_ACTIVITY, filter));
  }

  private static List<String> keys(List<ActivityRow> rows) {
    return rows.stream().map(row -> row.node() + ":" + row.id()).toList();
  }

  // ---- the log

  @Test
  void mergesTheLogsOfAllNodesByTime() {
    n1.logs("send_start", "m", "agent:a", 1).logs("send_finish", "m", "agent:a", 4);
    n2.logs("process_start", "m", "agent:b", 2).logs("process_finish", "m", "agent:b", 3);

    ActivityRows rows = query(ActivityFilter.everything());

    assertThat(keys(rows.rows())).containsExactly("n1:1", "n2:1", "n2:2", "n1:2");
    assertThat(rows.missingNodes()).isEmpty();
  }

  @Test
  void ordersEventsOfTheSameTimeByNodeAndId() {
    n2.logs("send_start", "m1", "agent:a", 1).logs("send_start", "m2", "agent:a", 1);
    n1.logs("send_start", "m3", "agent:a", 1);

    assertThat(keys(query(ActivityFilter.everything()).rows()))
        .containsExactly("n1:1", "n2:1", "n2:2");
  }

  @Test
  void namesTheNodesThatDoNotAnswer() {
    cluster.withSilent("n3").withSilent("n0");
    n1.logs("send_start", "m", "agent:a", 1);

    ActivityRows rows = query(ActivityFilter.everything());

    assertThat(rows.missingNodes()).containsExactly("n0", "n3");
    assertThat(keys(rows.rows())).containsExactly("n1:1");
  }

  @Test
  void namesANodeThatAnswersNonsense() throws Exception {
    RawJson nonsense = RawJson.parse("[1]");
    cluster.with("n3", _ -> new Reply.Answered(nonsense));

    assertThat(query(ActivityFilter.everything()).missingNodes()).containsExactly("n3");
    assertThat(Status.read(ask(Methods.GET_STATUS, Status.Query.first())).missingNodes())
        .containsExactly("n3");
  }

  @Test
  void namesItselfWhenOnlyItsOwnLogIsOff() {
    n1.bus.activity.query = null;
    n2.logs("send_start", "m", "agent:a", 1);

    ActivityRows rows = query(ActivityFilter.everything());

    assertThat(rows.missingNodes()).containsExactly("n1");
    assertThat(keys(rows.rows())).containsExactly("n2:1");
  }

  @Test
  void refusesWhenNoNodeHasALog() throws Exception {
    n1.bus.activity.query = null;
    n2.bus.activity.query = null;

    assertThat(refusal(Methods.QUERY_ACTIVITY, "{}").reason()).isEqualTo("log_off");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 50})
  void pagesThroughAllLogsWithoutLossOrRepetition(int limit) {
    fillLogs();
    for (boolean oldest : new boolean[] {true, false}) {
      var seen = new ArrayList<String>();
      LogPosition place = null;
      while (true) {
        ActivityFilter everything = ActivityFilter.everything();
        List<ActivityRow> page =
            query(
                    oldest
                        ? everything.afterPlace(place, limit)
                        : everything.beforePlace(place, limit))
                .rows();
        if (page.isEmpty()) {
          break;
        }
        assertThat(page).hasSizeLessThanOrEqualTo(limit);
        place = oldest ? LogPosition.after(page, place) : LogPosition.before(page, place);
        seen.addAll(keys(page));
      }
      assertThat(seen).containsExactlyInAnyOrderElementsOf(allKeys());
    }
  }

  @Test
  void continuesWithTheRowsOfANodeThatWasSilentBefore() {
    fillLogs();
    cluster.withSilent("n2");
    LogPosition place = null;
    var seen = new ArrayList<String>();
    for (List<ActivityRow> page = page(place); !page.isEmpty(); page = page(place)) {
      seen.addAll(keys(page));
      place = LogPosition.after(page, place);
      cluster.with("n2", n2::answers);
    }

    assertThat(seen).containsExactlyInAnyOrderElementsOf(allKeys());
  }

  private List<ActivityRow> page(@Nullable LogPosition place) {
    return query(ActivityFilter.everything().afterPlace(place, 5)).rows();
  }

  /** Times go back and forth, as they do in a log: an entry ends after a later one began. */
  private void fillLogs() {
    for (int i = 0; i < 20; i++) {
      n1.logs("send_start", "m" + i, "agent:a", 100 + (i * 7) % 11);
      n2.logs("send_start", "k" + i, "agent:b", 95 + (i * 5) % 13);
    }
  }

  private static List<String> allKeys() {
    return LongStream.rangeClosed(1, 20)
        .boxed()
        .flatMap(id -> List.of("n1:" + id, "n2:" + id).stream())
        .toList();
  }

  @Test
  void asksOnlyTheNodeThatTheQueryNames() {
    n1.logs("send_start", "m1", "agent:a", 1);
    n2.logs("send_start", "m2", "agent:a", 2).logs("send_start", "m3", "agent:a", 3);
    cluster.withSilent("n3");

    assertThat(keys(query(ActivityFilter.everything().on("n1")).rows())).containsExactly("n1:1");
    assertThat(cluster.asked).isEmpty();
    assertThat(keys(query(ActivityFilter.everything().on("n2")).rows()))
        .containsExactly("n2:1", "n2:2");
    assertThat(keys(query(ActivityFilter.everything().after(1, 9).on("n2")).rows()))
        .containsExactly("n2:2");
    ActivityRows nothing = query(ActivityFilter.everything().on("n3"));
    assertThat(nothing.rows()).isEmpty();
    assertThat(nothing.missingNodes()).containsExactly("n3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"getStatus", "getMetrics", "queryActivity", "watchActivity"})
  void refusesANodeThatTheClusterDoesNotHave(String method) throws Exception {
    RpcError error = refusal(method, "{\"node\":\"n9\"}");

    assertThat(error.code()).isEqualTo(RpcError.INVALID_PARAMS);
    assertThat(error.reason()).isEqualTo("unknown_node");
  }

  @Test
  void refusesAnIdWithoutItsNode() throws Exception {
    assertThat(refusal(Methods.QUERY_ACTIVITY, "{\"beforeId\":7}").reason())
        .isEqualTo("node_required");
    assertThat(refusal(Methods.QUERY_ACTIVITY, "{\"afterId\":7}").reason())
        .isEqualTo("node_required");
    assertThat(query(ActivityFilter.everything().after(0, 10)).rows()).isEmpty();
  }

  @Test
  void marksLiveEventsWithTheirNode() {
    RawPeer watcher = n1.bus.peer(Dialects.ADDRESS, "cli:watcher");
    watcher.result("watchActivity", "{}");
    n1.logs("send_start", "m", "agent:a", 1);
    Consumer<ActivityRows> live = n1.bus.activity.watchers.getFirst();
    live.accept(new ActivityRows(n1.log, 0));

    assertThat(watcher.calls.getFirst().at("/params/rows/0/node").asString()).isEqualTo("n1");
  }

  // ---- receipts

  private Receipt receipt(String id) {
    return Receipt.read(ask(Methods.GET_RECEIPT, new Receipt.Query(new MessageId(id))));
  }

  @Test
  void aReceiptHasTheDeliveriesOfAllNodes() {
    cluster.withSilent("n3");
    n1.logs("send_start", "m", "agent:a", 1).logs("process_start", "m", "agent:c", 1);
    n1.logs("process_finish", "m", "agent:c", 2).logs("send_finish", "m", "agent:a", 5);
    n2.logs("process_start", "m", "agent:b", 2).logs("process_finish", "m", "agent:b", 3);

    Receipt receipt = receipt("m");

    assertThat(receipt.status()).isEqualTo("ok");
    assertThat(receipt.deliveries())
        .extracting(each -> each.node() + " " + each.recipient() + " " + each.status())
        .containsExactly("n1 agent:c ok", "n2 agent:b ok");
    assertThat(receipt.missingNodes()).containsExactly("n3");
  }

  @Test
  void aClockThatIsWrongDoesNotHideADelivery() {
    n1.logs("send_start", "m", "agent:a", 1_800).logs("send_finish", "m", "agent:a", 1_801);
    n2.logs("process_start", "m", "agent:b", 2).logs("process_finish", "m", "agent:b", 3);

    assertThat(receipt("m").deliveries()).hasSize(1);
    assertThat(receipt("m").from()).isEqualTo("agent:a");
  }

  @Test
  void aReceiptOfASecondAttemptDoesNotCountTheFirst() {
    n1.logs("send_start", "m", "agent:a", 1).logs("send_finish", "m", "agent:a", 3);
    n2.logs("process_start", "m", "agent:b", 2).logs("process_finish", "m", "agent:b", 2);
    n1.logs("send_start", "m", "agent:a", 10);

    assertThat(receipt("m").deliveries()).isEmpty();
    assertThat(receipt("m").status()).isEqualTo(Receipt.PENDING);
  }

  @Test
  void aReceiptThatIsNotFoundNamesTheNodesThatDidNotAnswer() throws Exception {
    cluster.withSilent("n3");

    RpcError error = refusal(Methods.GET_RECEIPT, "{\"messageId\":\"m\"}");

    assertThat(error.reason()).isEqualTo("not_found");
    assertThat(error.message()).contains("n3");
  }

  // ---- peers and metrics

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 20, 1_000})
  void allPagesTogetherListThePeersOfAllNodesOnce(int limit) {
    for (int i = 0; i < 10; i++) {
      n1.bus.peer("agent:a" + i);
      n2.bus.peer("agent:b" + i);
    }
    cluster.withSilent("n3");
    var listed = new ArrayList<String>();
    long after = 0;
    while (true) {
      Status page = Status.read(ask(Methods.GET_STATUS, new Status.Query(after, limit)));
      assertThat(page.connections()).hasSizeLessThanOrEqualTo(limit);
      assertThat(page.missingNodes()).containsExactly("n3");
      page.connections().forEach(each -> listed.add(each.node() + " " + each.clientId()));
      if (page.next() == null) {
        break;
      }
      after = requireNonNull(page.next());
    }

    assertThat(listed)
        .hasSize(21)
        .doesNotHaveDuplicates()
        .contains("n1 cli:reader", "n1 agent:a9", "n2 agent:b0");
  }

  @Test
  void pagesThroughThePeersOfOneNode() {
    for (int i = 0; i < 3; i++) {
      n2.bus.peer("agent:b" + i);
    }

    Status first = Status.read(ask(Methods.GET_STATUS, new Status.Query(0, 2, "n2")));
    Status last =
        Status.read(
            ask(Methods.GET_STATUS, new Status.Query(requireNonNull(first.next()), 2, "n2")));

    assertThat(first.connections()).hasSize(2);
    assertThat(last.connections()).extracting(Status.Connection::node).containsExactly("n2");
    assertThat(last.next()).isNull();
  }

  @Test
  void returnsTheMetricsOfEveryNode() {
    n2.bus.peer("agent:b");
    n2.bus.peer("agent:c");
    cluster.withSilent("n3");

    Metrics metrics = Metrics.read(ask(Methods.GET_METRICS, new Metrics.Query(null)));

    assertThat(metrics.values()).containsEntry("peers", 1L);
    assertThat(metrics.nodes().keySet()).containsExactly("n1", "n2");
    assertThat(metrics.totals()).containsEntry("peers", 3L);
    assertThat(metrics.missingNodes()).containsExactly("n3");
    Metrics other = Metrics.read(ask(Methods.GET_METRICS, new Metrics.Query("n2")));
    assertThat(other.values()).containsEntry("peers", 2L);
  }

  @Test
  void aSingleBusAnswersAsBefore() throws Exception {
    var bus = new TestBus();
    bus.activity.answer = CompletableFuture.completedFuture(new ActivityRows(List.of(), 0));
    TestPeer alone = bus.peer("cli:alone");

    assertThat(text(alone.asks(Methods.QUERY_ACTIVITY, RawJson.EMPTY_OBJECT)))
        .isEqualTo("{\"rows\":[],\"missed\":0}");
    assertThat(text(alone.asks(Methods.GET_STATUS, RawJson.EMPTY_OBJECT)))
        .doesNotContain("node", "missingNodes");
    assertThat(text(alone.asks(Methods.GET_METRICS, RawJson.EMPTY_OBJECT)))
        .doesNotContain("\"nodes\"");
    RpcError error =
        ((Reply.Rejected) alone.asks(Methods.GET_CLUSTER, RawJson.EMPTY_OBJECT)).error();
    assertThat(error.code()).isEqualTo(RpcError.METHOD_NOT_FOUND);
    assertThat(error.reason()).isEqualTo("not_clustered");
  }

  private static String text(Reply reply) {
    return ((Reply.Answered) reply).result().toString();
  }
}
