package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.telegram.api.Webhook;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhookTest {
  private static final String SECRET = "s3cret_s3cret";
  private static final String UPDATE =
      """
      {"update_id":900,"message":{"message_id":1,"date":1,"text":"hello",
       "chat":{"id":7,"type":"private"},"from":{"id":7,"is_bot":false,"first_name":"Ada"}}}\
      """;

  @TempDir private Path directory;
  private TelegramScene scene;
  private URI door;

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
    var listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
    door = URI.create("http://127.0.0.1:" + listen.getPort() + "/hook");
    scene.with(it -> it.withUpdates(UpdateSource.Hook.of(listen, door, SECRET)));
    scene.agent.thatAnswers();
    scene.start();
    await().until(() -> scene.telegram.webhookUrl() != null);
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private int posts(String secret, String body) throws Exception {
    var request = HttpRequest.newBuilder(door).POST(BodyPublishers.ofString(body));
    if (!secret.isEmpty()) {
      request.header(Webhook.SECRET_HEADER, secret);
    }
    return send(request.build());
  }

  private static int send(HttpRequest request) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.discarding()).statusCode();
    }
  }

  @Test
  void updatesThatTelegramBringsAreAnswered() throws Exception {
    scene.telegram.says(7, ADA, "hello");
    assertThat(scene.awaitTexts(7, 1)).containsExactly("re: hello");
    scene.awaitQuiet();
    assertThat(scene.telegram.script().calls("getUpdates")).isEmpty();
  }

  @Test
  void whoeverDoesNotKnowTheSecretIsNotHeard() throws Exception {
    assertThat(posts("", UPDATE)).isEqualTo(401);
    assertThat(posts("s3cret", UPDATE)).isEqualTo(401);
    assertThat(scene.bridge().stores().telegram().chatsWaiting()).isEmpty();
    assertThat(posts(SECRET, UPDATE)).isEqualTo(200);
    assertThat(scene.awaitTexts(7, 1)).containsExactly("re: hello");
  }

  @Test
  void whatIsNoUpdateIsPassedOver() throws Exception {
    assertThat(posts(SECRET, "<html>")).isEqualTo(200);
    assertThat(posts(SECRET, "{}")).isEqualTo(200);
    assertThat(posts(SECRET, "x".repeat(1_100_000))).isEqualTo(413);
    assertThat(send(HttpRequest.newBuilder(door).GET().build())).isEqualTo(405);
    assertThat(scene.bridge().status().broken()).isEqualTo(2);
  }

  @Test
  void theSameUpdateIsTakenOnce() throws Exception {
    posts(SECRET, UPDATE);
    scene.awaitTexts(7, 1);
    posts(SECRET, UPDATE);
    posts(
        SECRET,
        UPDATE.replace("900", "901").replace("hello", "next").replace("_id\":1,", "_id\":2,"));
    assertThat(scene.awaitTexts(7, 2)).containsExactly("re: hello", "re: next");
  }
}
