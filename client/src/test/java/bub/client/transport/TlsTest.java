package bub.client.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.scripted.ScriptedBus;
import bub.client.scripted.ScriptedServer;
import bub.protocol.CloseCodes;
import bub.testkit.TestAuthority;
import bub.testkit.TestCertificate;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that the client trusts, and its messages about the others. */
class TlsTest {
  private final TestAuthority authority = new TestAuthority("Test CA");
  @TempDir private Path directory;
  private Path ca;

  @BeforeEach
  void writeCa() throws IOException {
    ca =
        Files.writeString(
            directory.resolve("ca.pem"), TestCertificate.pem(authority.certificate()));
  }

  @Test
  void trustsABusOfTheCaItIsGiven() throws Exception {
    try (var server = serverWith(authority.issue("bus", "localhost", "127.0.0.1"))) {
      var link = connector(server).trusting(ca).connect();
      assertThat(link.isCongested()).isFalse();
      link.close(CloseCodes.NORMAL, "");
    }
  }

  @Test
  void namesTheCaThatIsNotTrusted() throws Exception {
    try (var server = serverWith(authority.issue("bus", "localhost", "127.0.0.1"))) {
      assertRefusal(connector(server))
          .hasMessageContaining("signed by CN=Test CA")
          .hasMessageContaining("this machine does not trust")
          .hasMessageContaining("--ca FILE");
    }
  }

  @Test
  void saysThatACertificateIsSelfSigned() throws Exception {
    TestCertificate self = TestAuthority.selfSigned("bus", "localhost", "127.0.0.1");
    try (var server = serverWith(self)) {
      assertRefusal(connector(server).trusting(ca))
          .hasMessageContaining("self-signed (CN=bus)")
          .hasMessageContaining("not in " + ca)
          .hasMessageContaining("--ca FILE");
      Path own = self.writeCertificate(directory.resolve("own.pem"));
      connector(server).trusting(own).connect().close(CloseCodes.NORMAL, "");
    }
  }

  @Test
  void saysWhenACertificateHasExpired() throws Exception {
    try (var server = serverWith(authority.issueExpired("bus", "localhost", "127.0.0.1"))) {
      assertRefusal(connector(server).trusting(ca))
          .hasMessageContaining("expired at 20")
          .hasMessageContaining("renew it");
    }
  }

  @Test
  void doesNotTakeAnExpiredCertificateEvenIfItIsTheTrustedOne() throws Exception {
    TestCertificate expired = authority.issueExpired("bus", "localhost", "127.0.0.1");
    Path own = expired.writeCertificate(directory.resolve("own.pem"));
    try (var server = serverWith(expired)) {
      assertRefusal(connector(server).trusting(own)).hasMessageContaining("expired at 20");
    }
  }

  @Test
  void saysThatACertificateIsForAnotherHost() throws Exception {
    try (var server = serverWith(authority.issue("bus", "bus.example.com"))) {
      assertRefusal(connector(server).trusting(ca))
          .hasMessageContaining("(CN=bus) is not valid for " + server.url().getHost());
    }
  }

  @Test
  void saysThatThereIsNoTls() throws Exception {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var answering = Executors.newVirtualThreadPerTaskExecutor()) {
      var answered = answering.submit(() -> answerInPlainText(listening));
      URI url = URI.create("wss://localhost:" + listening.getLocalPort());
      assertRefusal(WebSocketConnector.to(url)).hasMessageContaining("does not speak TLS");
      answered.get();
    }
  }

  private static Void answerInPlainText(ServerSocket listening) throws IOException {
    try (Socket socket = listening.accept()) {
      socket.getInputStream().read();
      socket.getOutputStream().write("HTTP/1.1 400 what?\r\n\r\n".getBytes(UTF_8));
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
      return null;
    }
  }

  @Test
  void asksWhetherThereIsTlsWhenNothingComesBack() throws Exception {
    try (var server = ScriptedServer.of(new ScriptedBus())) {
      URI url = URI.create(server.url().toString().replace("ws:", "wss:"));
      assertRefusal(WebSocketConnector.to(url).within(Duration.ofMillis(300)))
          .hasMessageContaining("does not use TLS");
    }
  }

  @Test
  void namesTheFileThatCannotBeUsed() throws Exception {
    URI url = URI.create("wss://localhost:1");
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    Path missing = directory.resolve("missing.pem");
    assertRefusal(WebSocketConnector.to(url).trusting(empty))
        .hasMessageContaining("no usable certificates in " + empty);
    assertRefusal(WebSocketConnector.to(url).trusting(missing))
        .hasMessageContaining("no usable certificates in " + missing);
    assertRefusal(WebSocketConnector.to(url).presenting(ca, missing))
        .hasMessageContaining("cannot read " + missing);
    assertRefusal(WebSocketConnector.to(url).presenting(ca, empty))
        .hasMessageContaining("cannot use " + ca)
        .hasMessageContaining("PKCS#8");
  }

  private static AbstractThrowableAssert<?, ?> assertRefusal(WebSocketConnector connector) {
    return assertThatThrownBy(connector::connect).isInstanceOf(IOException.class);
  }

  private static WebSocketConnector connector(ScriptedServer server) {
    return WebSocketConnector.to(server.url());
  }

  private static ScriptedServer serverWith(TestCertificate own) throws IOException {
    return ScriptedServer.secure(
        new ScriptedBus(), SslContextBuilder.forServer(own.key(), own.certificate()).build());
  }
}
