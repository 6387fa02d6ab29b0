package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.testkit.RawSocket;
import bub.testkit.RawWebSocket;
import bub.testkit.TestAuthority;
import bub.testkit.TestCertificate;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A certificate is renewed while the bus runs, without effect on connections. */
class TlsReloadTest {
  private final ListAppender<ILoggingEvent> said = new ListAppender<>();
  @TempDir private Path directory;
  private Papers papers;
  @AutoClose private TestServer bus;

  @BeforeEach
  void start() {
    said.start();
    log().setLevel(Level.INFO);
    log().addAppender(said);
    papers = new Papers(directory);
    bus = papers.setup().start();
  }

  @AfterEach
  void stopListening() {
    bus.othersStillTalk();
    log().detachAppender(said);
    log().setLevel(null);
  }

  @Test
  void newConnectionsGetTheNewCertificateAndOldOnesLiveOn() throws IOException {
    BigInteger before = shownSerial();
    try (RawWebSocket old = upgraded()) {
      TestCertificate renewed = papers.authority.issue("bus", "localhost");
      papers.give(renewed);

      await().until(() -> shownSerial().equals(renewed.certificate().getSerialNumber()));

      assertThat(shownSerial()).isNotEqualTo(before);
      assertThat(old.call(Wire.initialize("agent:old"))).contains("\"result\"");
      bus.othersStillTalk();
      upgraded().close();
    }
    assertThat(said.list).noneMatch(event -> event.getLevel().equals(Level.ERROR));
  }

  @Test
  void aLinkThatLeadsToOtherFilesIsAChange() throws IOException {
    Path first = Files.move(papers.certificate, directory.resolve("first.pem"));
    Files.createSymbolicLink(papers.certificate, first);
    TestCertificate second = papers.authority.issue("bus", "localhost");
    second.writeCertificate(directory.resolve("second.pem"));
    second.writeKey(papers.key);
    Path next = directory.resolve("next");
    Files.createSymbolicLink(next, directory.resolve("second.pem"));
    Files.move(next, papers.certificate, StandardCopyOption.ATOMIC_MOVE);

    await().until(() -> shownSerial().equals(second.certificate().getSerialNumber()));
  }

  private boolean isReload(ILoggingEvent event) {
    return event.getFormattedMessage().contains("New connections use the new certificate");
  }

  @Test
  void aBrokenPairIsReportedAndTheOneBeforeStays() throws IOException {
    BigInteger before = shownSerial();
    papers.authority.issue("bus", "localhost").writeKey(papers.key);

    await().until(() -> said.list.stream().anyMatch(this::isComplaint));

    assertThat(shownSerial()).isEqualTo(before);
    assertThat(said.list.stream().filter(this::isComplaint)).hasSize(1);

    TestCertificate repaired = papers.authority.issue("bus", "localhost");
    papers.give(repaired);
    await().until(() -> shownSerial().equals(repaired.certificate().getSerialNumber()));
  }

  private boolean isComplaint(ILoggingEvent event) {
    return event.getLevel().equals(Level.ERROR)
        && event.getFormattedMessage().contains("keeping the old one")
        && event.getFormattedMessage().contains("does not match the certificate");
  }

  @Test
  void aNewClientCaCountsForNewConnections() throws IOException {
    bus.close();
    TestCertificate own = papers.authority.issue("agent:x");
    bus = new Setup().withTls(papers.mutual(), papers.clients(own)).start();
    Files.writeString(papers.ca, TestCertificate.pem(new TestAuthority("Next CA").certificate()));

    await().until(() -> said.list.stream().anyMatch(this::isReload));

    try (RawSocket refused =
        RawSocket.secureWithSmallWindow(bus.port(), papers.clients(own).getSocketFactory())) {
      assertThat(isLetIn(refused)).isFalse();
    }
  }

  private static boolean isLetIn(RawSocket socket) {
    try {
      RawWebSocket.upgrade(socket, "/").close();
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private BigInteger shownSerial() throws IOException {
    var factory = papers.clients(null).getSocketFactory();
    try (var socket = (SSLSocket) factory.createSocket("127.0.0.1", bus.port())) {
      socket.startHandshake();
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
    }
  }

  private RawWebSocket upgraded() throws IOException {
    var factory = papers.clients(null).getSocketFactory();
    return RawWebSocket.upgrade(RawSocket.secureWithSmallWindow(bus.port(), factory), "/");
  }

  private static Logger log() {
    return (Logger) LoggerFactory.getLogger(ServerCertificates.class);
  }
}
