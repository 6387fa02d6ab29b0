package bub.gateway.a2a.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.lobby.LobbyClient;
import bub.protocol.ActivityFilter;
import bub.protocol.lobby.Discovery;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A remote agent that changes its card while bub runs. */
@Timeout(90)
class CardWatchTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration EVERY = Duration.ofSeconds(30);

  @TempDir Path directory;
  private RemoteAgentScene scene;
  private LobbyClient caller;
  private HttpServer server;
  private final List<String> versions = new CopyOnWriteArrayList<>();
  private volatile String etag = "\"1\"";
  private volatile String body = card("look");
  private volatile int status = 200;

  private static String card(String... skills) {
    var listed = new ArrayList<String>();
    for (String skill : skills) {
      listed.add("{\"id\":\"" + skill + "\",\"description\":\"Does it.\"}");
    }
    return """
    {"name":"far","description":"","skills":[%s],"supportedInterfaces":[
     {"url":"http://127.0.0.1:1/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}
    """
        .formatted(String.join(",", listed));
  }

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/card.json", this::answer);
    server.start();
    scene = new RemoteAgentScene(directory);
    scene.addUrl("http://127.0.0.1:" + server.getAddress().getPort() + "/card.json");
    caller = scene.caller("agent:caller");
    scene.awaitOffered(caller, "far.look");
  }

  private void answer(HttpExchange exchange) throws IOException {
    String known = exchange.getRequestHeaders().getFirst("If-None-Match");
    boolean isSame = known != null && known.equals(etag);
    if (!etag.isEmpty()) {
      exchange.getResponseHeaders().add("ETag", etag);
    }
    byte[] text = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(isSame ? 304 : status, isSame ? -1 : text.length);
    if (!isSame) {
      exchange.getResponseBody().write(text);
    }
    exchange.close();
    versions.add(String.valueOf(known));
  }

  @AfterEach
  void stop() {
    scene.close();
    server.stop(0);
  }

  /** Passes the pause of the watch, and waits for its next request. */
  private void look(Duration pause) {
    int before = versions.size();
    awaitPause(pause);
    scene.time.jump(pause);
    await().atMost(SOON).until(() -> versions.size() > before);
  }

  private void awaitPause(Duration pause) {
    Duration almost = pause.multipliedBy(2).dividedBy(3);
    await().atMost(SOON).until(() -> scene.time.isAwaited(almost));
  }

  private List<String> skills() throws Exception {
    return caller.discover(Discovery.byName("far.*")).found().stream()
        .flatMap(service -> service.capabilities().stream())
        .map(capability -> capability.fields().string("name"))
        .sorted()
        .toList();
  }

  private void awaitSkills(String... names) {
    await().atMost(SOON).until(() -> skills().equals(List.of(names)));
  }

  @Test
  void theLobbyFollowsTheSkillsOfTheCard() {
    body = card("look", "listen");
    etag = "\"2\"";
    look(EVERY);
    awaitSkills("far.listen", "far.look");

    body = card("listen");
    etag = "\"3\"";
    look(EVERY);
    awaitSkills("far.listen");

    assertThat(versions).containsExactly("null", "\"1\"", "\"2\"");
  }

  @Test
  void aCardThatStaysTheSameDoesNotReachTheLobby() throws Exception {
    look(EVERY);
    etag = ""; // the same card without a version
    look(EVERY);
    look(EVERY);
    body = card("listen");
    look(EVERY);
    awaitSkills("far.listen");

    assertThat(versions).containsExactly("null", "\"1\"", "\"1\"", "null", "null");
    await().atMost(SOON).untilAsserted(() -> assertThat(registrations()).isEqualTo(2));
  }

  private long registrations() throws Exception {
    return scene.person.activity(ActivityFilter.everything().after(0, 1_000)).rows().stream()
        .filter(row -> "a2a:far".equals(row.actor()) && row.event().equals("send_start"))
        .filter(row -> String.valueOf(row.payload()).contains("lobby_register"))
        .count();
  }

  @Test
  void aCardThatFailsChangesNothingAndIsReadMoreRarely() throws Exception {
    etag = "\"2\"";
    body = card("listen");
    status = 500;
    look(EVERY);
    awaitPause(EVERY.multipliedBy(2));
    status = 200;
    body = "not a card";
    look(EVERY.multipliedBy(2));
    awaitPause(EVERY.multipliedBy(4));
    assertThat(skills()).containsExactly("far.look");

    body = card("listen");
    look(EVERY.multipliedBy(4));

    awaitSkills("far.listen");
    awaitPause(EVERY);
    assertThat(scene.time.isAwaited(EVERY)).isFalse();
  }
}
