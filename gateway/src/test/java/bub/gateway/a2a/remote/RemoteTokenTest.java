package bub.gateway.a2a.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.gateway.a2a.net.OutgoingAddresses;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The token of a remote agent reaches only the server that the operator named. */
@Timeout(30)
class RemoteTokenTest {
  private static final String CARD =
      """
      {"name":"far","description":"","skills":[],"supportedInterfaces":[
       {"url":"%s/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}
      """;

  @TempDir Path directory;
  private final OutgoingAddresses addresses = OutgoingAddresses.byDns(true);
  private Site named;
  private Site other;

  /** A server that records who presents which token. */
  private static final class Site implements AutoCloseable {
    final HttpServer server;
    final List<String> requests = new CopyOnWriteArrayList<>();
    volatile String card = "";
    volatile String redirect = "";

    Site() throws Exception {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            String token = exchange.getRequestHeaders().getFirst("Authorization");
            requests.add(exchange.getRequestURI().getPath() + " " + token);
            boolean isCard = exchange.getRequestMethod().equals("GET");
            String answer = isCard ? card : "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            if (isCard && !redirect.isEmpty()) {
              exchange.getResponseHeaders().add("Location", redirect);
            }
            exchange.sendResponseHeaders(isCard && !redirect.isEmpty() ? 302 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
    }

    String url() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  @BeforeEach
  void start() throws Exception {
    named = new Site();
    other = new Site();
  }

  @AfterEach
  void stop() {
    named.close();
    other.close();
  }

  private RemoteToken token(String url) throws Exception {
    Path file = Files.writeString(directory.resolve("token"), "secret\n");
    return RemoteToken.of(new RemoteAgentEntry("far", url, file));
  }

  @Test
  void theNamedServerGetsTheToken() throws Exception {
    named.card = CARD.formatted(named.url().replace("http:", "HTTP:"));
    RemoteToken token = token(named.url());

    RemoteCard card = RemoteCard.fetch(named.url(), token, addresses);
    new RemoteConnection(card, token, addresses).cancel("t");

    assertThat(named.requests)
        .containsExactly("/.well-known/agent-card.json Bearer secret", "/a2a Bearer secret");
  }

  @Test
  void aCardThatLeadsElsewhereDoesNotGetTheTokenThere() throws Exception {
    named.card = CARD.formatted(other.url());

    assertThatThrownBy(() -> RemoteCard.fetch(named.url(), token(named.url()), addresses))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageContaining(named.url())
        .hasMessageContaining(other.url());
    assertThat(other.requests).isEmpty();
  }

  @Test
  void aRedirectDoesNotCarryTheToken() throws Exception {
    named.redirect = other.url() + "/card.json";
    other.card = CARD.formatted(other.url());

    assertThatThrownBy(() -> RemoteCard.fetch(named.url(), token(named.url()), addresses))
        .isInstanceOf(RemoteFailure.class);
    assertThat(other.requests).containsExactly("/card.json null");
  }

  @Test
  void aConnectionRefusesToSendTheTokenElsewhere() throws Exception {
    var card = new RemoteCard("far", "", other.url() + "/a2a", true, List.of());
    var connection = new RemoteConnection(card, token(named.url()), addresses);

    assertThatThrownBy(() -> connection.cancel("t")).isInstanceOf(RemoteFailure.class);
    assertThat(other.requests).isEmpty();
  }

  @Test
  void anUnencryptedServerElsewhereGetsNoToken() {
    String url = "http://10.0.0.1";

    assertThatThrownBy(() -> RemoteCard.fetch(url, token(url), addresses))
        .isInstanceOf(RemoteFailure.class)
        .hasMessageContaining("https");
  }

  @Test
  void anAgentWithoutATokenMayBeElsewhere() throws Exception {
    named.card = CARD.formatted(other.url());
    RemoteToken none = RemoteToken.none(named.url());

    RemoteCard card = RemoteCard.fetch(named.url(), none, addresses);
    new RemoteConnection(card, none, addresses).cancel("t");

    assertThat(other.requests).containsExactly("/a2a null");
  }
}
