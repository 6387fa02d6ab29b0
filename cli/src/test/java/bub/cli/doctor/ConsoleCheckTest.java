package bub.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.doctor.Finding.Severity;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleCheckTest {
  @TempDir private Path directory = Path.of("");

  private ConsoleCheck check(int port) {
    var page = new PortCheck("127.0.0.1", port, "--console-port", directory.resolve("run"));
    return new ConsoleCheck(page, directory.resolve("state"));
  }

  @Test
  void aFreePortIsFine() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertThat(check(port).look()).isEqualTo(Finding.fine("port " + port + ": free"));
  }

  @Test
  void aTakenPortIsOnlyWorthKnowing() throws Exception {
    var home = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer stranger = HttpServer.create(home, 0);
    stranger.start();
    try {
      Finding finding = check(stranger.getAddress().getPort()).look();

      assertThat(finding.severity()).isEqualTo(Severity.CAUTION);
      assertThat(finding.text()).contains("in use", "uses another port");
      assertThat(finding.remedies().getLast()).contains("--console-port");
    } finally {
      stranger.stop(0);
    }
  }

  @Test
  void whatAKilledConsoleLeftBehindIsNoConsole() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String gone = "http://127.0.0.1:" + port + "/\n";
    Path files = Files.createDirectories(directory.resolve("state/console"));
    Files.writeString(files.resolve("console.url"), gone + gone);

    assertThat(check(port).look()).isEqualTo(Finding.fine("port " + port + ": free"));
  }
}
