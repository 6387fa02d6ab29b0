package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenSecret;
import bub.client.BusClient;
import bub.client.ClientState;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON-RPC over plain HTTP at /rpc, on a locked bus. */
class RpcOverHttpTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  @TempDir Path directory;
  private final List<StoredToken> grants = new ArrayList<>();
  private TestBus bus;
  private Scene scene;
  private String workerToken;
  private String callerToken;
  private Web caller;

  @BeforeEach
  void open() throws Exception {
    bus = new TestBus(directory);
    String console = token(Console.ADDRESS.value(), true);
    workerToken = token("agent:worker", false);
    callerToken = token("app:billing", false);
    bus.lock(grants);
    scene =
        new Scene(
            directory,
            settings -> settings.withLoginNeeded(() -> true),
            bus,
            name -> bus.client(name, console));
    caller = scene.web.with("Authorization", "Bearer " + callerToken);
  }

  private String token(String clientId, boolean operator) {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    List<Pattern> web = operator ? List.of(Pattern.of("web:*")) : List.of();
    var principal =
        new Principal(
            secret.id(),
            Pattern.exactly(new Address(clientId)),
            web,
            web,
            Set.of(),
            false,
            operator,
            null);
    grants.add(new StoredToken(principal, secret.hash(), Instant.now()));
    return secret.text();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private BusClient client(String name, String token) {
    return bus.client(new Address(name), token);
  }

  private static String send(int id, String from, String to) {
    return """
    {"jsonrpc":"2.0","id":%d,"method":"sendMessage","params":{"from":"%s","to":"%s",
     "messageId":"m-%d","payload":{"text":"hello"}}}\
    """
        .formatted(id, from, to, id);
  }

  @Test
  void carriesACallToItsRecipientAndTheAckBack() throws Exception {
    var received = new CopyOnWriteArrayList<Envelope>();
    try (var worker = client("agent:worker", workerToken)) {
      worker
          .serveEvery(
              envelope -> {
                received.add(envelope);
                return Ack.ok("done");
              })
          .connect();

      Web.Reply reply = caller.rawPost("/rpc", send(7, "app:billing", "agent:worker"));

      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("Content-Type")).isEqualTo("application/json");
      assertThat(reply.body())
          .contains("\"id\":7", "\"accepted\":true", "\"messageId\":\"m-7\"", "\"done\"");
      assertThat(received)
          .singleElement()
          .satisfies(one -> assertThat(one.from().value()).isEqualTo("app:billing"));
    }
  }

  @Test
  void neverReplacesALiveConnectionOfTheSameName() throws Exception {
    try (var live = client("app:billing", callerToken)) {
      live.serveEvery(_ -> Ack.ok("live")).connect();

      assertThat(caller.rawPost("/rpc", PING).status()).isEqualTo(200);
      Web.Reply reply = caller.rawPost("/rpc", send(1, "app:billing", "app:billing"));

      assertThat(reply.body()).contains("\"live\"");
      assertThat(live.state()).isInstanceOf(ClientState.Connected.class);
      live.ping();
    }
  }

  @Test
  void answersABatchTogether() throws Exception {
    Web.Reply reply =
        caller.rawPost(
            "/rpc", "[" + PING + "," + send(2, "app:billing", "agent:nobody") + ",{\"x\":1}]");
    assertThat(reply.status()).isEqualTo(200);
    List<RawJson> answers = reply.json().elements();
    assertThat(answers).hasSize(3);
    assertThat(reply.body()).contains("\"timestamp\"", "\"acks\":[]", "-32600");
  }

  @Test
  void answersNotificationsWithNothingOnceTheBusHasThem() throws Exception {
    var received = new CopyOnWriteArrayList<Envelope>();
    try (var worker = client("agent:worker", workerToken)) {
      worker
          .serveEvery(
              envelope -> {
                received.add(envelope);
                return Ack.ok("");
              })
          .connect();
      Web.Reply reply =
          caller.rawPost(
              "/rpc",
              """
              {"jsonrpc":"2.0","method":"notify","params":{"to":"agent:worker","payload":{}}}\
              """);
      assertThat(reply.status()).isEqualTo(204);
      assertThat(reply.body()).isEmpty();
      await().until(() -> received.size() == 1);
    }
  }

  @Test
  void takesOnlyAGoodToken() throws Exception {
    Web.Reply none = scene.web.rawPost("/rpc", PING);
    assertThat(none.status()).isEqualTo(401);
    assertThat(none.header("WWW-Authenticate")).isEqualTo("Bearer");
    assertThat(none.body()).contains("-32010", "\"id\":null");
    for (String wrong : List.of("bub_x.y", callerToken + "x", "x".repeat(5_000))) {
      assertThat(scene.web.with("Authorization", "Bearer " + wrong).rawPost("/rpc", PING).status())
          .isEqualTo(401);
    }
    grants.removeLast();
    bus.lock(grants);
    await().until(() -> caller.rawPost("/rpc", PING).status() == 401);
  }

  @Test
  void aTokenMayDoNoMoreThanOnAConnection() throws Exception {
    assertThat(caller.rawPost("/rpc", send(1, "agent:worker", "agent:worker")).body())
        .contains("send_as_not_granted");
    assertThat(caller.rawPost("/rpc", PING.replace("ping", "getStatus")).body())
        .contains("operator_not_granted");
    assertThat(caller.rawPost("/rpc", PING.replace("ping", "subscribe")).body())
        .contains("-32601", "needs_connection");
  }

  @Test
  void refusesPagesOfOtherSitesAndNamesThatAreNotOurs() throws Exception {
    assertThat(caller.with("Origin", "https://evil.example").rawPost("/rpc", PING).status())
        .isEqualTo(403);
    assertThat(caller.with("Host", "evil.example").rawPost("/rpc", PING).status()).isEqualTo(421);
  }

  @Test
  void refusesWhatIsNotJsonRpc() throws Exception {
    assertThat(caller.postAs("text/plain", "/rpc", PING).status()).isEqualTo(415);
    Web.Reply broken = caller.rawPost("/rpc", "{\"jsonrpc\"");
    assertThat(broken.status()).isEqualTo(400);
    assertThat(broken.body()).contains("-32700", "\"id\":null");
    assertThat(caller.rawPost("/rpc", "[]").status()).isEqualTo(400);
    assertThat(caller.rawPost("/rpc", " ".repeat((1 << 20) + 1)).status()).isEqualTo(413);
    assertThat(caller.get("/rpc").status()).isEqualTo(405);
  }

  @Test
  void saysWhenTheBusIsAway() throws Exception {
    bus.die();
    Web.Reply reply = caller.rawPost("/rpc", PING);
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.errorCode()).isEqualTo("bus_away");
    bus.comeBack();
  }

  @Test
  void limitsTheRequestsOfOneCallerAtATime() throws Exception {
    var end = new CountDownLatch(1);
    try (var worker = client("agent:worker", workerToken);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var begun = new CopyOnWriteArrayList<Envelope>();
      worker
          .serveEvery(
              envelope -> {
                begun.add(envelope);
                end.await();
                return Ack.ok("done");
              })
          .connect();
      var running = new ArrayList<Future<Web.Reply>>();
      for (int i = 0; i < 16; i++) {
        String call = send(i, "app:billing", "agent:worker");
        running.add(threads.submit(() -> caller.rawPost("/rpc", call)));
      }
      await().until(() -> begun.size() == 16);

      assertThat(caller.rawPost("/rpc", PING).status()).isEqualTo(429);
      Web other = scene.web.with("Authorization", "Bearer " + workerToken);
      assertThat(other.rawPost("/rpc", PING).status()).isEqualTo(200);

      end.countDown();
      for (Future<Web.Reply> one : running) {
        assertThat(one.get().status()).isEqualTo(200);
      }
      assertThat(caller.rawPost("/rpc", PING).status()).isEqualTo(200);
    }
  }
}
