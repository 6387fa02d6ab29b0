package bub.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cli.doctor.Finding.Severity;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortCheckTest {
  private static final String HERE = "127.0.0.1";

  @TempDir private Path run = Path.of("");

  @Test
  void aFreePortIsFineAndStaysFree() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertThat(check(port).look()).isEqualTo(Finding.fine("free"));
    assertThat(check(port).look()).isEqualTo(Finding.fine("free"));
  }

  @Test
  void aPortThatAStrangerHasIsBrokenAndTheStrangerIsNamed() throws Exception {
    HttpServer stranger = answering(404, "no");
    try {
      Finding finding = check(stranger.getAddress().getPort()).look();

      assertThat(finding.severity()).isEqualTo(Severity.BROKEN);
      assertThat(finding.text()).contains("in use", "pid " + ProcessHandle.current().pid());
      assertThat(finding.remedies().getLast()).contains("--port");
    } finally {
      stranger.stop(0);
    }
  }

  @Test
  void aPortThatAnotherBubHasIsOnlyWorthKnowing() throws Exception {
    HttpServer other = answering(200, "ok bus-1a2b3c, 3 peers\n");
    try {
      Finding finding = check(other.getAddress().getPort()).look();

      assertThat(finding.severity()).isEqualTo(Severity.CAUTION);
      assertThat(finding.text()).startsWith("in use by another bub");
    } finally {
      other.stop(0);
    }
  }

  @Test
  void anAddressThatIsNotOursIsBroken() throws Exception {
    Finding finding = new PortCheck("192.0.2.1", 7892, "--port", run).look();

    assertThat(finding.severity()).isEqualTo(Severity.BROKEN);
    assertThat(finding.text()).contains("192.0.2.1");
  }

  private PortCheck check(int port) {
    return new PortCheck(HERE, port, "--port", run);
  }

  private static HttpServer answering(int status, String body) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    server.createContext(
        "/",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }
}
