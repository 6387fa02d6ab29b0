package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.json.Fields;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Health of the bus, for people and for Prometheus. */
class HealthTest {
  private static final Pattern MOVING = Pattern.compile("\"perSecond\":[1-9]");

  private static final Pattern NOBODY = Pattern.compile("\"no_recipient\":[1-9]");

  @TempDir Path directory;
  private Scene scene;

  @BeforeEach
  void open() throws Exception {
    scene = new Scene(directory).connected();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void remembersThroughputAndLatency() throws Exception {
    scene.peer("agent:worker");
    BusClient sender = scene.peer("tg:1");
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("health");
      await()
          .until(
              () -> {
                Scene.send(sender, "agent:worker", "m", "{}");
                String samples = scene.web.get("/api/health?points=3600").body();
                return samples.contains("\"p99Ms\":") && MOVING.matcher(samples).find();
              });
    }
    assertThat(
            scene.web.get("/api/health?seconds=3600&points=10").fields().integer("stepSeconds", 0))
        .isEqualTo(360);
  }

  @Test
  void countsMessagesThatReachNobody() throws Exception {
    BusClient sender = scene.peer("tg:1");
    try (LiveStream stream = scene.web.stream(null)) {
      stream.await("health");
      Scene.send(sender, "agent:nobody", "m", "{}");
      stream.await("health", event -> NOBODY.matcher(event.data()).find());
    }
  }

  @Test
  void showsTheMemoryAccountOfTheBus() throws Exception {
    try (LiveStream stream = scene.web.stream(null)) {
      Fields memory = stream.await("health").fields().object("memory").fields();
      assertThat(memory.integer("limitBytes", 0)).isPositive();
      assertThat(memory.integer("heldBytes", -1)).isNotNegative();
      assertThat(memory.object("heldByKind").fields().has("frames")).isTrue();
    }
  }

  @Test
  void speaksPrometheus() throws Exception {
    BusClient sender = scene.peer("tg:1");
    try (LiveStream stream = scene.web.stream(null)) {
      // A sample with the memory of the bus shows that the console watches it.
      stream.await("health", event -> event.data().contains("\"heldBytes\""));
    }
    Scene.send(sender, "agent:nobody", "m", "{}");
    await().until(() -> scene.web.get("/metrics").body().contains("latency_seconds_count 1\n"));
    Web.Reply reply = scene.web.get("/metrics");
    assertThat(reply.header("Content-Type")).startsWith("text/plain; version=0.0.4");
    assertThat(reply.body())
        .contains(
            "bub_up 1\n",
            "# TYPE bub_messages_accepted_total counter\nbub_messages_accepted_total 1\n",
            "# TYPE bub_peers gauge\nbub_peers 2\n",
            "# TYPE bub_interceptors_tripped gauge\nbub_interceptors_tripped 0\n",
            "# TYPE bub_memory_limit_bytes gauge\n",
            "# TYPE bub_memory_refused_total counter\n",
            "# TYPE bub_memory_held_by_kind_bytes gauge\n",
            "bub_memory_held_by_kind_bytes{kind=\"frames\"} ",
            "bub_messages_refused_total{reason=\"rate_limited\"} 0\n",
            "bub_deliveries_total{status=\"timeout\"} 0\n",
            "bub_deliveries_total{status=\"no_recipient\"} 1\n",
            "# TYPE bub_message_latency_seconds histogram\n",
            "bub_message_latency_seconds_bucket{le=\"+Inf\"} 1\n",
            "bub_message_latency_seconds_sum ");
    assertThat(reply.body()).doesNotContain("bub_messages_refused_total 0");
    assertThat(reply.body().lines())
        .allMatch(line -> line.startsWith("#") || line.startsWith("bub_"));
    assertThat(reply.body().lines().filter(line -> line.startsWith("# TYPE")))
        .doesNotHaveDuplicates();
  }
}
