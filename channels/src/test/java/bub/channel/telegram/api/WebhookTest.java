package bub.channel.telegram.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.channel.telegram.api.TelegramUpdate.Posted;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates through a webhook. */
class WebhookTest extends ApiScene {
  private final List<String> secrets = new CopyOnWriteArrayList<>();
  private final BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();
  private HttpServer hook;

  @BeforeEach
  void listens() throws IOException {
    hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    hook.createContext(
        "/",
        exchange -> {
          secrets.add(exchange.getRequestHeaders().getFirst(Webhook.SECRET_HEADER));
          bodies.add(exchange.getRequestBody().readAllBytes());
          exchange.sendResponseHeaders(secrets.size() == 1 ? 500 : 200, -1);
          exchange.close();
        });
    hook.start();
  }

  @AfterEach
  void hangsUp() {
    hook.stop(0);
  }

  @Test
  void anUpdateIsBroughtWithTheSecretUntilItIsTaken() throws Exception {
    URI url = URI.create("http://127.0.0.1:" + hook.getAddress().getPort() + "/hook");
    ok(api.setWebhook(new Webhook(url, "s3cret", 1)));
    telegram.says(7, ANNA, "hello");

    TelegramUpdate refused = UpdateReader.parse(bodies.take());
    TelegramUpdate again = UpdateReader.parse(bodies.take());
    assertThat(again).isEqualTo(refused);
    assertThat(((Posted) again.event()).message().text()).isEqualTo("hello");
    assertThat(secrets).containsOnly("s3cret");
    await().untilAsserted(() -> assertThat(telegram.unconfirmed()).isZero());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "with space", "ümlaut", "a/b"})
  void aSecretThatTelegramWouldRefuseIsNone(String secret) {
    URI url = URI.create("https://example.org/hook");
    assertThatThrownBy(() -> new Webhook(url, secret, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("webhook secret");
  }
}
