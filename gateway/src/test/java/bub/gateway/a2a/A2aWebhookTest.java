package bub.gateway.a2a;

import static bub.gateway.a2a.A2aClient.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.gateway.TestAgent;
import bub.gateway.chat.ChatTimeouts;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Envelope;
import bub.protocol.lobby.Capability;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Notifications of tasks to webhooks. */
@Timeout(60)
class A2aWebhookTest {
  private record Received(String signature, String token, String authorization, String body) {}

  @TempDir Path directory;
  @AutoClose private final Http http = Http.plain();
  private HttpServer server;
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final AtomicInteger failures = new AtomicInteger();

  @BeforeEach
  void listen() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          var headers = exchange.getRequestHeaders();
          boolean isFailure = failures.getAndDecrement() > 0;
          exchange.sendResponseHeaders(isFailure ? 500 : 204, -1);
          exchange.close();
          if (!isFailure) {
            received.add(
                new Received(
                    headers.getFirst("X-Bub-Signature"),
                    headers.getFirst("X-A2A-Notification-Token"),
                    headers.getFirst("Authorization"),
                    new String(body, StandardCharsets.UTF_8)));
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  private String sending() {
    return text("work", "")
        .replaceFirst(
            "}$",
            ",\"configuration\":{\"returnImmediately\":true,\"taskPushNotificationConfig\":"
                + "{\"url\":\"%s\",\"token\":\"t-1\",\"authentication\":{\"scheme\":\"Bearer\",\"credentials\":\"c-1\"}}}}"
                    .formatted(url()));
  }

  private Received next() throws Exception {
    Received next = received.poll(30, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  @Test
  void aWebhookGetsSignedNotificationsInOrderAfterAFailure() throws Exception {
    failures.set(1);
    try (var scene = new DoorScene(directory)) {
      TestAgent agent = TestAgent.in(scene, "agent:helper");
      var client = new A2aClient(scene, http, "/a2a/agent:helper");
      await().until(() -> http.get(client.url("/.well-known/agent-card.json")).status() == 200);
      Fields task = client.task(sending());
      Envelope question = agent.question();
      agent.reply(question, "done");

      Received first = next();
      assertThat(first.body()).contains("TASK_STATE_WORKING", task.string("id"));
      assertThat(first.token()).isEqualTo("t-1");
      assertThat(first.authorization()).isEqualTo("Bearer c-1");
      assertThat(first.signature()).isEqualTo(signed(first));
      assertThat(RawJson.parse(next().body()).fields().has("artifactUpdate")).isTrue();
      assertThat(next().body()).contains("TASK_STATE_COMPLETED");
    }
  }

  private String signed(Received notification) throws Exception {
    String time = notification.signature().replaceAll("t=(\\d+),.*", "$1");
    String secret = Files.readString(directory.resolve("gateway/a2a/webhook-secret")).strip();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
    byte[] hash = mac.doFinal((time + "." + notification.body()).getBytes(StandardCharsets.UTF_8));
    return "t=" + time + ",v1=" + HexFormat.of().formatHex(hash);
  }

  @Test
  void aRedirectOfAWebhookIsNotFollowed() throws Exception {
    var redirected = new AtomicInteger();
    server.createContext(
        "/redirect",
        exchange -> {
          exchange.getResponseHeaders().add("Location", url());
          exchange.sendResponseHeaders(307, -1);
          exchange.close();
          redirected.incrementAndGet();
        });
    try (var scene = new DoorScene(directory)) {
      TestAgent.in(scene, "agent:helper");
      var client = new A2aClient(scene, http, "/a2a/agent:helper");
      await().until(() -> http.get(client.url("/.well-known/agent-card.json")).status() == 200);

      client.task(sending().replace("/hook", "/redirect"));

      await().atMost(Duration.ofSeconds(30)).until(() -> redirected.get() >= 2);
      assertThat(received).isEmpty();
    }
  }

  @Test
  void aWebhookOnThisMachineIsRefused() throws Exception {
    try (var scene = new DoorScene(directory, ChatTimeouts.standard(), false)) {
      TestAgent.in(scene, "agent:helper");
      var client = new A2aClient(scene, http, "/a2a/agent:helper");

      Fields refused = client.error("SendMessage", sending());

      assertThat(refused.string("message")).contains("private address", "--a2a-allow-private");
      assertThat(client.result("ListTasks", "{}").integer("totalSize", -1)).isZero();
    }
  }

  @Test
  void webhooksOfATaskCanBeListedAndDeleted() throws Exception {
    try (var scene = new DoorScene(directory)) {
      TestAgent.in(scene, "agent:helper");
      var client = new A2aClient(scene, http, "/a2a/agent:helper");
      String task = client.task(sending()).string("id");
      String of = "{\"taskId\":\"" + task + "\"}";
      RawJson config =
          client
              .result("ListTaskPushNotificationConfigs", of)
              .require("configs")
              .elements()
              .getFirst();
      String one =
          "{\"taskId\":\"%s\",\"id\":\"%s\"}".formatted(task, config.fields().string("id"));

      assertThat(client.result("GetTaskPushNotificationConfig", one).string("url"))
          .isEqualTo(url());
      client.result("DeleteTaskPushNotificationConfig", one);
      client.result("DeleteTaskPushNotificationConfig", one);

      assertThat(client.error("GetTaskPushNotificationConfig", one).integer("code", 0))
          .isEqualTo(-32001);
    }
  }

  @Test
  void theSlowWebhooksOfOneCallerDoNotHoldUpThoseOfOthers() throws Exception {
    var release = new CountDownLatch(1);
    var hanging = new AtomicInteger();
    HttpServer slow =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    slow.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    slow.createContext(
        "/hook",
        exchange -> {
          hanging.incrementAndGet();
          awaitQuietly(release);
          exchange.close();
        });
    slow.start();
    try (var scene = new DoorScene(directory)) {
      scene
          .provider("agent:greeter")
          .offer(Capability.named("greet", "Greets."), _ -> DoorScene.json("{\"text\":\"hi\"}"));
      String ann = scene.token("api:ann");
      String bob = scene.token("api:bob");
      scene.lock();
      var anns = new A2aClient(scene, http.with("Authorization", "Bearer " + ann), "/a2a");
      var bobs = new A2aClient(scene, http.with("Authorization", "Bearer " + bob), "/a2a");
      await().until(() -> bobs.call("ListTasks", "{}").has("result"));
      for (int i = 0; i < 20; i++) {
        anns.task(greeting("http://127.0.0.1:" + slow.getAddress().getPort() + "/hook"));
      }
      await().until(() -> hanging.get() >= 4);

      bobs.task(greeting(url()));

      Received first = received.poll(10, TimeUnit.SECONDS);
      assertThat(first).isNotNull();
      assertThat(hanging).hasValue(4);
    } finally {
      release.countDown();
      slow.stop(0);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static String greeting(String webhook) {
    return A2aClient.data("{\"capability\":\"greet\"}", "")
        .replaceFirst(
            "}$",
            ",\"configuration\":{\"returnImmediately\":true,\"taskPushNotificationConfig\":{\"url\":\"%s\"}}}"
                .formatted(webhook));
  }
}
