package bub.checks.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.TypedClient;
import bub.checks.kit.WebPage;
import bub.checks.kit.Workshop;
import bub.testkit.FakeBotApi;
import bub.testkit.FakeBotApiUser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Unauthenticated clients hold connections to the HTTP ports of a process with few file
 * descriptors.
 */
class ScarceDescriptorsTest {
  private static final int DESCRIPTORS = 256;
  private static final int ATTACKERS = 400;
  private static final FakeBotApiUser ANN = FakeBotApiUser.named(101, "Ann");

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void theBusTheConsoleAndTheWebhookServeOthersMeanwhile() throws Exception {
    FakeBotApi telegram = workshop.keep(FakeBotApi.start());
    Path secret = Files.writeString(workshop.directory().resolve("secret"), "s3cret_s3cret");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    var hook = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
    LiveBub bub =
        LiveBub.start(
            workshop,
            workshop
                .program()
                .withDescriptors(DESCRIPTORS)
                .with("BUB_TELEGRAM_TOKEN", FakeBotApi.TOKEN)
                .with("BUB_TELEGRAM_API_URL", telegram.url().toString())
                .with("BUB_TELEGRAM_ALLOW", "" + ANN.id()),
            "--console-port",
            "0",
            "--webhook-url",
            "http://127.0.0.1:" + hook.getPort() + "/",
            "--webhook-listen",
            "127.0.0.1:" + hook.getPort(),
            "--webhook-secret-file",
            secret.toString());
    WebPage page = WebPage.in(bub.process().awaitLine("  console "));
    Eventually.holds(() -> assertThat(telegram.webhookUrl()).isNotNull());
    var console = new InetSocketAddress(page.url().getHost(), page.url().getPort());
    URI bus = URI.create(Files.readString(bub.runDir().resolve("bus.url")).strip());

    for (int i = 0; i < ATTACKERS; i++) {
      trickle(console, "GET / HTTP/1.1\r\nX-A: ");
      trickle(hook, "POST / HTTP/1.1\r\nX-A: ");
      trickle(hook, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n");
    }

    for (int i = 0; i < 20; i++) {
      TypedClient peer = workshop.keep(TypedClient.connect(bus));
      assertThat(peer.ask("initialize", "{\"clientId\":\"cli:%d\"}".formatted(i)).has("serverId"))
          .isTrue();
    }
    assertThat(page.get("/api/me").statusCode()).isEqualTo(200);
    telegram.says(ANN.id(), ANN, "good morning");
    assertThat(telegram.awaitSent(ANN.id(), 1)).isNotEmpty();
    assertThat(bub.process().err().text()).doesNotContain("Too many open files");
  }

  private void trickle(InetSocketAddress server, String text) throws IOException {
    Socket socket = workshop.keep(new Socket());
    socket.connect(server, 10_000);
    try {
      socket.getOutputStream().write(text.getBytes(UTF_8));
    } catch (IOException closedAlready) {
      // Expected from a server that has too many connections.
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
