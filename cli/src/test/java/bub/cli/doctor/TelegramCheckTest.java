package bub.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.doctor.Finding.Severity;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelegramCheckTest {
  private static final String TOKEN = "123456789:AAExampleExampleExampleExampleExample12";
  private static final URI NOWHERE = URI.create("http://127.0.0.1:1");

  @TempDir private Path directory = Path.of("");

  @Test
  void withoutATokenNothingIsWrong() {
    Finding finding = new TelegramCheck(null, null, NOWHERE).look();

    assertThat(finding.severity()).isEqualTo(Severity.FINE);
    assertThat(finding.text()).contains("no bot token is set");
  }

  @Test
  void aMalformedTokenIsAProblem() {
    Finding finding = new TelegramCheck(null, "not a token", NOWHERE).look();

    assertThat(finding.severity()).isEqualTo(Severity.BROKEN);
    assertThat(finding.remedies().getFirst()).contains("@BotFather");
  }

  @Test
  void aTokenFileThatOthersCanReadIsAProblem() throws Exception {
    Path file = Files.writeString(directory.resolve("bot.token"), TOKEN);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(new TelegramCheck(file, null, NOWHERE).look().remedies().getFirst())
        .contains("chmod 600");
    assertThat(new TelegramCheck(directory.resolve("none"), null, NOWHERE).look().severity())
        .isEqualTo(Severity.BROKEN);
  }

  @Test
  void aServerThatAcceptsConnectionsIsFine() throws Exception {
    try (var server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      URI api = URI.create("http://127.0.0.1:" + server.getLocalPort());

      Finding finding = new TelegramCheck(null, TOKEN, api).look();

      assertThat(finding.severity()).as(finding.text()).isEqualTo(Severity.FINE);
      assertThat(finding.toString()).doesNotContain(TOKEN);
    }
    assertThat(new TelegramCheck(null, TOKEN, NOWHERE).look().severity())
        .isEqualTo(Severity.BROKEN);
  }
}
