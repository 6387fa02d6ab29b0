package bub.gateway.hook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests of services, and the messages that they become. */
@Timeout(60)
class HookDoorTest {
  @TempDir Path directory;
  private DoorScene scene;
  private final Http http = Http.plain();
  private final List<Envelope> seen = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    for (HookSignature signature : HookSignature.values()) {
      define(hook(signature));
    }
  }

  @AfterEach
  void close() {
    http.close();
    scene.close();
  }

  private static Hook hook(HookSignature signature) {
    String secret = signature.secretOf("a secret of 24 bytes .. ".getBytes(UTF_8));
    return new Hook(
        signature.word(),
        new Address("agent:ops"),
        signature,
        secret,
        "{{who}} bought {{items.0.n}}{{nothing.here}}",
        1_000,
        Duration.ofMinutes(5));
  }

  private void define(Hook hook) throws Exception {
    Path file = scene.state().resolve(HookRules.FILE);
    HookRules before =
        Files.exists(file) ? HookRules.parse(Files.readAllBytes(file)) : HookRules.NONE;
    Files.writeString(file, before.with(hook).text());
  }

  private void connectAgent() throws Exception {
    scene.peer(
        "agent:ops",
        envelope -> {
          seen.add(envelope);
          return Ack.ok("noted");
        });
  }

  private Http.Reply post(Hook hook, String body, Map<String, String> headers) throws Exception {
    Http request = http;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      request = request.with(header.getKey(), header.getValue());
    }
    return request.post(scene.url("/hooks/" + hook.name()), body);
  }

  private static Map<String, String> signed(Hook hook, String body, Instant at, String delivery) {
    return hook.signature().sign(hook.secret(), at, delivery, body.getBytes(UTF_8));
  }

  private static String body() {
    return "{\"who\":\"Ann\",\"items\":[{\"n\":7}],\"at\":\"%s\"}".formatted(UUID.randomUUID());
  }

  @ParameterizedTest
  @EnumSource
  void aSignedRequestBecomesAMessage(HookSignature signature) throws Exception {
    connectAgent();
    Hook hook = hook(signature);
    String body = body();
    Http.Reply reply = post(hook, body, signed(hook, body, Instant.now(), "d-1"));
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    await().until(() -> seen.size() == 1);
    Envelope message = seen.getFirst();
    assertThat(message.from()).isEqualTo(hook.address());
    assertThat(message.messageId().value()).isEqualTo(reply.fields().string("messageId"));
    RawJson content = message.payload().fields().object("content");
    assertThat(content.fields().string("text")).isEqualTo("Ann bought 7");
    assertThat(content.fields().object("data").toString()).isEqualTo(body);
  }

  @ParameterizedTest
  @EnumSource
  void aRepeatedDeliveryHasOneEffect(HookSignature signature) throws Exception {
    connectAgent();
    Hook hook = hook(signature);
    String body = body();
    String first =
        post(hook, body, signed(hook, body, Instant.now(), "d-1")).fields().string("messageId");
    String again =
        post(hook, body, signed(hook, body, Instant.now(), "d-1")).fields().string("messageId");
    assertThat(again).isEqualTo(first);
    String other = body();
    post(hook, other, signed(hook, other, Instant.now(), "d-2"));
    await().until(() -> seen.size() == 2);
    assertThat(seen.getFirst().messageId().value()).isEqualTo(first);
    assertThat(seen.getLast().messageId().value()).isNotEqualTo(first);
  }

  @Test
  void aReplayUnderAnotherDeliveryIdHasNoEffect() throws Exception {
    connectAgent();
    for (HookSignature signature : List.of(HookSignature.GITHUB, HookSignature.STRIPE)) {
      Hook hook = hook(signature);
      String body = body();
      Map<String, String> headers = signed(hook, body, Instant.now(), "d-1");
      String id = post(hook, body, headers).fields().string("messageId");
      var replayed = new java.util.HashMap<>(headers);
      replayed.put("X-GitHub-Delivery", "d-2");
      replayed.put("Idempotency-Key", "d-2");
      assertThat(post(hook, body, replayed).fields().string("messageId")).isEqualTo(id);
    }
    await().until(() -> seen.size() == 2);
  }

  @Test
  void theSchemeOfATokenHasNoCase() throws Exception {
    Hook hook = hook(HookSignature.TOKEN);
    Http.Reply reply = post(hook, body(), Map.of("Authorization", "bearer " + hook.secret()));
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
  }

  @Test
  void deliveriesWithAnEmptyIdAreNotEqual() throws Exception {
    Hook hook = hook(HookSignature.TOKEN);
    Map<String, String> headers = signed(hook, "", Instant.now(), " ");
    String first = post(hook, body(), headers).fields().string("messageId");
    String second = post(hook, body(), headers).fields().string("messageId");
    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void replaysAtTheSameTimeHaveOneEffect() throws Exception {
    connectAgent();
    Hook hook = hook(HookSignature.GITHUB);
    String body = body();
    var replies = new ArrayList<Future<String>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 12; i++) {
        Map<String, String> headers = signed(hook, body, Instant.now(), "d-" + i);
        replies.add(threads.submit(() -> post(hook, body, headers).fields().string("messageId")));
      }
    }
    var ids = new HashSet<String>();
    for (Future<String> reply : replies) {
      ids.add(reply.get());
    }
    assertThat(ids).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void refusesWhoDoesNotKnowTheSecret(HookSignature signature) throws Exception {
    Hook hook = hook(signature);
    String body = body();
    Map<String, String> right = signed(hook, body, Instant.now(), "d-1");
    assertThat(post(hook, body, Map.of()).status()).isEqualTo(401);
    if (signature != HookSignature.TOKEN) {
      assertThat(post(hook, body(), right).status()).as("another body").isEqualTo(401);
    }
    Map<String, String> wrong =
        signature.sign(
            signature.secretOf("another secret, 24 bytes".getBytes(UTF_8)),
            Instant.now(),
            "d-1",
            body.getBytes(UTF_8));
    assertThat(post(hook, body, wrong).status()).isEqualTo(401);
  }

  @Test
  void refusesAnOldSignature() throws Exception {
    for (HookSignature signature : List.of(HookSignature.STANDARD, HookSignature.STRIPE)) {
      Hook hook = hook(signature);
      String body = body();
      Instant old = Instant.now().minus(Duration.ofMinutes(6));
      assertThat(post(hook, body, signed(hook, body, old, "d")).status()).isEqualTo(401);
      Instant early = Instant.now().plus(Duration.ofMinutes(6));
      assertThat(post(hook, body, signed(hook, body, early, "d")).status()).isEqualTo(401);
    }
  }

  @Test
  void refusesBadRequestsByName() throws Exception {
    Hook hook = hook(HookSignature.TOKEN);
    Map<String, String> headers = signed(hook, "", Instant.now(), "d-1");
    assertThat(post(hook, "{", headers).status()).isEqualTo(400);
    assertThat(post(hook, "[".repeat(40) + "]".repeat(40), headers).status()).isEqualTo(400);
    Http.Reply large = post(hook, "\"" + "x".repeat(2_000) + "\"", headers);
    assertThat(large.status()).isEqualTo(413);
    assertThat(large.fields().string("reason")).isEqualTo("too_large");
    assertThat(http.post(scene.url("/hooks/unknown"), "{}").status()).isEqualTo(404);
    assertThat(http.get(scene.url("/hooks/token")).status()).isEqualTo(405);
    assertThat(http.with("Host", "evil.example").post(scene.url("/hooks/token"), "{}").status())
        .isEqualTo(421);
  }

  @Test
  void bodiesThatDoNotEndKeepNobodyOut() throws Exception {
    Hook hook = hook(HookSignature.TOKEN);
    URI url = scene.url("/hooks/" + hook.name());
    String head =
        "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
            .formatted(url.getPath(), url.getAuthority());
    var stalled = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 100; i++) {
        var socket = new Socket(url.getHost(), url.getPort());
        stalled.add(socket);
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(head.getBytes(UTF_8));
        assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
            .as("it waits for the body")
            .isEqualTo("HTTP/1.1 100");
      }
      String body = body();
      assertThat(post(hook, body, signed(hook, body, Instant.now(), "d-1")).status())
          .isEqualTo(200);
    } finally {
      for (Socket socket : stalled) {
        socket.close();
      }
    }
  }

  @Test
  void aMessageWaitsForItsRecipient() throws Exception {
    Hook hook = hook(HookSignature.TOKEN);
    String body = body();
    assertThat(post(hook, body, signed(hook, body, Instant.now(), "d-1")).status()).isEqualTo(200);
    connectAgent();
    await().until(() -> seen.size() == 1);
  }

  @Test
  void aHookWhoseRecipientIsAwayKeepsNoOtherHookOut() throws Exception {
    connectAgent();
    Hook usual = hook(HookSignature.TOKEN);
    var away =
        new Hook(
            "away",
            new Address("agent:away"),
            HookSignature.TOKEN,
            usual.secret(),
            "news",
            Hook.MOST_BYTES,
            Duration.ofMinutes(5));
    define(away);
    String large = "\"" + "x".repeat(Hook.MOST_BYTES - 2) + "\"";
    Map<String, String> secret = Map.of("Authorization", "Bearer " + usual.secret());
    Http.Reply refused =
        await()
            .pollInSameThread()
            .pollInterval(Duration.ofMillis(1))
            .until(() -> post(away, large, secret), reply -> reply.status() != 200);
    assertThat(refused.status()).as(refused.body()).isEqualTo(503);
    assertThat(refused.fields().string("reason")).isEqualTo("busy");
    assertThat(post(usual, body(), secret).status()).isEqualTo(200);
    await().until(() -> seen.size() == 1);
  }

  @Test
  void aChangedFileCountsAtOnce() throws Exception {
    Path file = scene.state().resolve(HookRules.FILE);
    Hook hook = hook(HookSignature.TOKEN);
    HookRules rules = HookRules.parse(Files.readAllBytes(file));
    Files.writeString(file, rules.without(hook.name()).text());
    assertThat(post(hook, "{}", Map.of()).status()).isEqualTo(404);
    Files.writeString(file, "{ broken");
    assertThat(post(hook, "{}", Map.of()).status()).as("the last good content").isEqualTo(404);
  }

  @Test
  void aLockedBusLetsHooksIn() throws Exception {
    String token = scene.token("agent:ops");
    scene.lock();
    scene.peer(
        "agent:ops",
        token,
        envelope -> {
          seen.add(envelope);
          return Ack.ok("noted");
        });
    Hook hook = hook(HookSignature.GITHUB);
    String body = body();
    assertThat(post(hook, body, signed(hook, body, Instant.now(), "d")).status()).isEqualTo(200);
    await().until(() -> seen.size() == 1);
  }
}
