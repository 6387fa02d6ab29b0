package bub.client;

import static bub.client.Messages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.scripted.ScriptedBus;
import bub.client.scripted.ScriptedServer;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.ErrorCodes;
import bub.protocol.Methods;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectTest {
  private final ScriptedBus bus = new ScriptedBus();
  private final ScriptedServer server = ScriptedServer.of(bus);

  @AfterEach
  void stop() {
    server.close();
  }

  private ClientSettings settings() {
    return ClientSettings.of(server.url(), new Address("agent:a"));
  }

  private static BusClient client(ClientSettings settings) {
    return BusClient.of(settings);
  }

  @Test
  void introducesItselfThenSubscribesThenSends() throws Exception {
    try (var client = client(settings())) {
      client.subscribe("news:*");
      client.connect();
      client.send(new Address("agent:b"), text("hello"));

      assertThat(client.state()).isEqualTo(new ClientState.Connected("bus-1"));
      assertThat(bus.heard())
          .hasSize(3)
          .startsWith("initialize agent:a", "subscribe news:*")
          .last()
          .asString()
          .startsWith("sendMessage msg_")
          .endsWith("to agent:b");
    }
  }

  @Test
  void looksLikeNoBrowser() throws Exception {
    try (var client = client(settings()).connect()) {
      assertThat(client.state()).isInstanceOf(ClientState.Connected.class);
      assertThat(server.requests()).singleElement().matches(headers -> !headers.contains("origin"));
    }
  }

  @Test
  void saysGoodbye() throws Exception {
    client(settings()).connect().close();
    await().untilAsserted(() -> assertThat(server.closeCodes()).contains(CloseCodes.NORMAL));
    assertThat(bus.connections()).isZero();
  }

  @Test
  void readsItsTokenAtEachConnect(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("token");
    Files.writeString(file, "first\n");
    var quick = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1));
    var settings = settings().withToken(TokenSource.file(file)).withReconnect(quick);
    try (var client = client(settings).connect()) {
      Files.writeString(file, "second\n");
      server.drop();
      await()
          .untilAsserted(
              () ->
                  assertThat(bus.heard())
                      .containsExactly(
                          "initialize agent:a with first", "initialize agent:a with second"));
      client.awaitConnected(Duration.ofSeconds(30));
    }
  }

  @Test
  void saysWhichTokenFileItCannotRead() {
    var settings = settings().withToken(TokenSource.file(Path.of("/no/such/token")));
    assertThatThrownBy(() -> client(settings).connect()).hasMessageContaining("/no/such/token");
  }

  @Test
  void anEmptyTokenFileIsNoToken(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("token"), " \n");
    var settings = settings().withToken(TokenSource.file(file));
    assertThatThrownBy(() -> client(settings).connect()).hasMessageContaining("is empty");
  }

  @Test
  void saysWhatToDoWhenNothingListens() throws Exception {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    var nowhere = URI.create("ws://localhost:" + port);
    assertThatThrownBy(() -> client(ClientSettings.of(nowhere, new Address("a"))).connect())
        .isInstanceOf(NotConnected.class)
        .hasMessageContaining("ws://localhost:" + port)
        .hasMessageContaining("nothing is listening on port " + port)
        .hasMessageContaining("bub bus serve");
  }

  @Test
  void saysWhatAnAddressLooksLike() {
    for (String wrong : new String[] {"http://localhost:7892", "localhost:7892", "ws:///x"}) {
      assertThatThrownBy(() -> client(ClientSettings.of(URI.create(wrong), new Address("a"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(wrong)
          .hasMessageContaining("ws://localhost:7892");
    }
  }

  @Test
  void saysThatAHostIsUnknown() {
    var url = URI.create("ws://no-such-host.invalid:7892");
    assertThatThrownBy(() -> client(ClientSettings.of(url, new Address("a"))).connect())
        .hasMessageContaining("unknown host no-such-host.invalid");
  }

  @Test
  void saysThatThereIsNoBus() {
    server.refuseWith(HttpResponseStatus.NOT_FOUND);
    assertThatThrownBy(() -> client(settings()).connect()).hasMessageContaining("HTTP 404");
  }

  @Test
  void givesUpOnAServerThatSaysNothing() {
    server.beSilent();
    var settings = settings().withConnectTimeout(Duration.ofMillis(200));
    assertThatThrownBy(() -> client(settings).connect())
        .hasMessageContaining("no answer within 200 ms");
  }

  @Test
  void givesUpOnABusThatDoesNotWelcomeIt() {
    bus.neverAnswer(Methods.INITIALIZE);
    var settings = settings().withConnectTimeout(Duration.ofMillis(200));
    assertThatThrownBy(() -> client(settings).connect())
        .hasMessageContaining("initialize")
        .hasMessageContaining("no answer in time");
  }

  @Test
  void stopsWhenTheUpgradeAsksForAToken() {
    server.refuseWith(HttpResponseStatus.UNAUTHORIZED);
    var client = client(settings()).start();
    await().until(() -> client.state() instanceof ClientState.Stopped);
    assertThat(client.state().words()).contains("token");
  }

  @Test
  void stopsWhenTheTokenIsRefused() {
    bus.refuse(Methods.INITIALIZE, RpcError.of(ErrorCodes.UNAUTHENTICATED, "unknown token"));
    var client = client(settings()).start();
    await().until(() -> client.state() instanceof ClientState.Stopped);
    assertThat(client.state().words()).contains("unknown token");
    assertThat(bus.heard()).hasSize(1);
  }

  @Test
  void triesATokenAgainThatTheBusMayNotKnowYet(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("token"), "just issued\n");
    bus.refuse(Methods.INITIALIZE, RpcError.of(ErrorCodes.UNAUTHENTICATED, "unknown token"));
    var quick = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1));
    var settings = settings().withToken(TokenSource.file(file)).withReconnect(quick);
    try (var client = client(settings).start()) {
      await().until(() -> bus.heard().size() > 2);
      assertThat(client.state()).isNotInstanceOf(ClientState.Stopped.class);
    }
  }

  @Test
  void stopsWhenATokenIsRefusedThatTheBusMustKnow(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("token"), "withdrawn\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    bus.refuse(Methods.INITIALIZE, RpcError.of(ErrorCodes.UNAUTHENTICATED, "unknown token"));
    var client = client(settings().withToken(TokenSource.file(file))).start();
    await().until(() -> client.state() instanceof ClientState.Stopped);
    assertThat(bus.heard()).hasSize(1);
  }
}
