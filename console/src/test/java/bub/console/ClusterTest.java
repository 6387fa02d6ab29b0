package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A console of one node of a cluster shows all nodes. */
class ClusterTest {
  @TempDir Path directory;
  private TestBus other;
  private Scene scene;
  private AtomicBoolean isSilent;
  private BusClient remote;

  @BeforeEach
  void open() throws Exception {
    var own = new TestBus(Files.createDirectories(directory.resolve("n1")));
    other = new TestBus(Files.createDirectories(directory.resolve("n2")));
    isSilent = PairedCluster.join(own, other);
    scene = new Scene(directory, settings -> settings, own).connected();
    remote = other.client("agent:far").serveEvery(_ -> Ack.ok("done")).connect();
  }

  @AfterEach
  void close() {
    remote.close();
    scene.close();
    other.close();
  }

  private Fields get(String path) throws Exception {
    return scene.web.get(path).fields();
  }

  private static List<String> ids(Fields page) {
    var ids = new ArrayList<String>();
    for (RawJson row : page.require("messages").elements()) {
      ids.add(row.fields().string("node") + " " + row.fields().string("messageId"));
    }
    return ids;
  }

  @Test
  void listsTheNodesAndNats() throws Exception {
    await().until(() -> get("/api/cluster").require("nodes").toString().contains("answered"));
    Fields cluster = get("/api/cluster");

    assertThat(cluster.bool("clustered")).isTrue();
    assertThat(cluster.string("node")).isEqualTo("n1");
    assertThat(cluster.require("nodes").elements())
        .extracting(node -> node.fields().string("name"))
        .containsExactly("n1", "n2");
    assertThat(cluster.object("nats").fields().string("state")).isEqualTo("connected");
  }

  @Test
  void listsThePeersOfAllNodes() throws Exception {
    await()
        .untilAsserted(
            () ->
                assertThat(get("/api/peers").require("peers").elements())
                    .anyMatch(
                        peer ->
                            peer.toString().contains("agent:far")
                                && peer.fields().string("node").equals("n2")));
  }

  @Test
  void labelsMetricsWithTheirNode() throws Exception {
    await().until(() -> scene.web.get("/metrics").body().contains("bub_peers{node=\"n2\"} 1\n"));
    String metrics = scene.web.get("/metrics").body();

    assertThat(metrics)
        .contains("bub_node_up{node=\"n1\"} 1\n", "bub_node_up{node=\"n2\"} 1\n")
        .contains("bub_deliveries_total{status=\"ok\",node=\"n2\"} 0\n")
        .doesNotContain("\nbub_peers ");
    assertThat(metrics.lines().filter(line -> line.startsWith("# TYPE"))).doesNotHaveDuplicates();
    isSilent.set(true);
    assertThat(scene.web.get("/metrics").body()).contains("bub_node_up{node=\"n2\"} 0\n");
  }

  @Test
  void samplesTheHealthOfEachNode() throws Exception {
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("health", event -> event.data().contains("\"name\":\"n2\",\"answered\":true"));
      isSilent.set(true);
      stream.await("health", event -> event.data().contains("\"name\":\"n2\",\"answered\":false"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 200})
  void pagesThroughTheMessagesOfAllNodes(int limit) throws Exception {
    BusClient near = scene.peer("agent:near");
    var sent = new ArrayList<String>();
    for (int i = 0; i < 10; i++) {
      Scene.send(near, "agent:near", "near-" + i, "{}");
      sent.addFirst("n1 near-" + i);
      Scene.send(remote, "agent:far", "far-" + i, "{}");
      sent.addFirst("n2 far-" + i);
    }
    String query = "/api/messages?background=false&limit=" + limit;
    var older = new ArrayList<String>();
    Fields page = get(query);
    older.addAll(ids(page));
    while (!page.bool("complete")) {
      page = get(query + "&before=" + page.integer("next", 0));
      older.addAll(ids(page));
    }
    assertThat(older).isEqualTo(sent);

    var newer = new ArrayList<String>();
    page = get(query + "&after=0");
    newer.addAll(ids(page).reversed());
    while (!page.bool("complete")) {
      page = get(query + "&after=" + page.integer("newer", 0));
      newer.addAll(ids(page).reversed());
    }
    assertThat(newer.reversed()).isEqualTo(sent);
  }

  @Test
  void showsHowAMessageEnded() throws Exception {
    Scene.send(remote, "agent:far", "far", "{\"type\":\"note\"}");
    Scene.send(remote, "agent:nobody", "lost", "{\"type\":\"note\"}");

    assertThat(ids(get("/api/messages?status=no_recipient"))).containsExactly("n2 lost");
    assertThat(ids(get("/api/messages?type=note&status=ok"))).containsExactly("n2 far");
    Fields detail = get("/api/message?id=far");
    assertThat(detail.object("row").fields().string("status")).isEqualTo("ok");
    assertThat(detail.require("events").elements())
        .hasSize(4)
        .allMatch(event -> event.fields().string("node").equals("n2"));
  }

  @Test
  void namesANodeThatDoesNotAnswer() throws Exception {
    Scene.send(scene.peer("agent:near"), "agent:near", "near", "{}");
    isSilent.set(true);

    assertThat(get("/api/messages").require("missingNodes").toString()).isEqualTo("[\"n2\"]");
    assertThat(get("/api/message?id=near").require("missingNodes").toString())
        .isEqualTo("[\"n2\"]");
  }

  @Test
  void aSingleBusHasNoNodes() throws Exception {
    try (Scene single = new Scene(Files.createDirectories(directory.resolve("one"))).connected()) {
      Fields cluster = single.web.get("/api/cluster").fields();
      assertThat(cluster.bool("clustered")).isFalse();
      assertThat(cluster.require("nodes").elements()).isEmpty();
      assertThat(single.web.get("/api/peers").body()).doesNotContain("\"node\"");
      assertThat(single.web.get("/metrics").body()).doesNotContain("node=");
    }
  }
}
