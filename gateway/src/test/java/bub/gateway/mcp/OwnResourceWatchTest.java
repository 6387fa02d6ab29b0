package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subscriptions to resources of bub itself. */
@Timeout(60)
class OwnResourceWatchTest {
  private static final String FOLDER = "bub://workspaces/terminal/1/data/";
  private static final String UPDATED = "notifications/resources/updated";

  @TempDir Path directory;
  private DoorScene scene;
  private McpClient boss;
  private McpClient bossAlone;
  private String plain;
  private volatile String notes = "first";
  private final List<Envelope> orders = new CopyOnWriteArrayList<>();
  private final Http http = Http.plain();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    String operator = scene.token("agent:boss", List.of(), true, Set.of());
    plain = scene.token("agent:reader");
    String systemToken =
        scene.token("agent:system", List.of(Pattern.of("system:*")), true, Set.of());
    BusClient system = scene.peer("agent:system", systemToken, this::read);
    system.subscribe("system:*");
    McpClient anonymous = McpClient.of(http, scene);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
    scene.lock();
    await().until(() -> anonymous.post(McpClient.INITIALIZE).status() == 401);
    bossAlone = anonymous.with("Authorization", "Bearer " + operator);
    boss = bossAlone.initialized();
  }

  private Ack read(Envelope order) throws Exception {
    orders.add(order);
    return Ack.ok("file", RawJson.parse("{\"text\":\"" + notes + "\"}"));
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    http.close();
    scene.close();
  }

  private static Http.Reply subscribe(McpClient client, String uri) throws Exception {
    return client.post(McpClient.request(1, "resources/subscribe", "{\"uri\":\"" + uri + "\"}"));
  }

  private static BufferedReader lines(HttpResponse<InputStream> response) {
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  private static String next(BufferedReader events) throws Exception {
    while (true) {
      String line = events.readLine();
      if (line.startsWith("data: ")) {
        return line;
      }
    }
  }

  @Test
  void aSessionHearsThatAReceiptHasAnAck() throws Exception {
    var asked = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var message = new CopyOnWriteArrayList<Envelope>();
    String token = scene.token("agent:friend");
    scene.lock();
    scene.peer(
        "agent:friend",
        token,
        envelope -> {
          message.add(envelope);
          asked.countDown();
          release.await();
          return Ack.ok("read");
        });
    McpClient reader =
        McpClient.of(http, scene).with("Authorization", "Bearer " + plain).initialized();
    var sent =
        threads.submit(
            () ->
                reader.post(
                    McpClient.call(
                        7, "send_message", "{\"to\":\"agent:friend\",\"text\":\"hello\"}")));
    asked.await();
    String uri = "bub://receipts/" + message.getFirst().messageId();
    assertThat(subscribe(reader, uri).body()).contains("\"result\":{}");
    try (BufferedReader events = lines(reader.http().streamGet(reader.url()))) {
      release.countDown();
      assertThat(next(events)).contains(UPDATED, uri);
    }
    assertThat(sent.get().body()).contains("accepted");
  }

  @Test
  void aSessionHearsOnceThatAFileHasChanged() throws Exception {
    assertThat(subscribe(boss, FOLDER + "notes.md").status()).isEqualTo(200);
    try (BufferedReader events = lines(boss.http().streamGet(boss.url()))) {
      notes = "second";
      assertThat(next(events)).contains(UPDATED, FOLDER + "notes.md");
      int looks = orders.size();
      await().until(() -> orders.size() >= looks + 2);
      assertThat(subscribe(boss, FOLDER + "other.md").status()).isEqualTo(200);
      // A second notification of the last change would come before these.
      notes = "third";
      assertThat(List.of(next(events), next(events)))
          .anyMatch(one -> one.contains("notes.md"))
          .anyMatch(one -> one.contains("other.md"));
    }
    assertThat(orders).allMatch(order -> order.from().value().equals("agent:boss"));
  }

  @Test
  void aStreamHearsThatAFileHasChanged() throws Exception {
    McpClient alone = bossAlone.alone("subscriptions/listen", "");
    String listen =
        McpClient.request(
            9,
            "subscriptions/listen",
            "{\"notifications\":{\"resourceSubscriptions\":[\"%s\"]},%s}"
                .formatted(FOLDER + "notes.md", McpClient.meta("2026-07-28")));
    try (BufferedReader events = lines(alone.http().stream(alone.url(), listen))) {
      assertThat(next(events)).contains("acknowledged", FOLDER + "notes.md");
      notes = "second";
      assertThat(next(events)).contains(UPDATED, FOLDER + "notes.md", "subscriptionId\":9");
    }
  }

  @Test
  void nobodyReadsForASessionThatHasEnded() throws Exception {
    McpClient other = bossAlone.initialized();
    assertThat(subscribe(boss, FOLDER + "mine").status()).isEqualTo(200);
    assertThat(subscribe(other, FOLDER + "theirs").status()).isEqualTo(200);
    try (BufferedReader _ = lines(boss.http().streamGet(boss.url()));
        BufferedReader _ = lines(other.http().streamGet(other.url()))) {
      await().until(() -> reads("theirs") >= 2 && reads("mine") >= 2);
      assertThat(other.http().delete(other.url()).status()).isEqualTo(204);
      int before = reads("theirs");
      int mine = reads("mine");
      await().until(() -> reads("mine") >= mine + 2);
      assertThat(reads("theirs")).isLessThanOrEqualTo(before + 1);
    }
  }

  private int reads(String file) {
    return (int) orders.stream().filter(order -> order.payload().toString().contains(file)).count();
  }

  @Test
  void aCallerHasALimitAndAClosedSessionFreesIts() throws Exception {
    McpClient second = bossAlone.initialized();
    McpClient third = bossAlone.initialized();
    for (int i = 0; i < 100; i++) {
      assertThat(subscribe(boss, FOLDER + i).status()).isEqualTo(200);
      assertThat(subscribe(second, FOLDER + i).status()).isEqualTo(200);
    }
    for (int i = 200; i < OwnResourceWatch.MOST_PER_CALLER; i++) {
      assertThat(subscribe(third, FOLDER + i).status()).isEqualTo(200);
    }
    Http.Reply refused = subscribe(third, FOLDER + "more");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.body()).contains("subscriptions to resources of bub");
    assertThat(second.http().delete(second.url()).status()).isEqualTo(204);
    assertThat(subscribe(third, FOLDER + "more").status()).isEqualTo(200);
  }

  @Test
  void othersCannotSubscribe() throws Exception {
    McpClient reader =
        McpClient.of(http, scene).with("Authorization", "Bearer " + plain).initialized();
    assertThat(subscribe(reader, FOLDER + "notes.md").body()).contains("Resource not found");
    assertThat(subscribe(reader, "bub://sessions").body()).contains("Resource not found");
    assertThat(orders).isEmpty();
  }
}
