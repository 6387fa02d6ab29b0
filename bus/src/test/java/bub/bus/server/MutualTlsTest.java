package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NotConnected;
import bub.client.transport.WebSocketConnector;
import bub.protocol.Address;
import bub.testkit.TestAuthority;
import bub.testkit.TestCertificate;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bus that requires client certificates identifies its clients, and refuses all others. */
class MutualTlsTest {
  @TempDir private Path directory;
  private Papers papers;
  @AutoClose private TestServer bus;

  @BeforeEach
  void start() {
    papers = new Papers(directory);
    bus =
        new Setup()
            .withTls(papers.mutual(), papers.clients(papers.authority.issue("agent:standard")))
            .start();
  }

  @AfterEach
  void othersAreUndisturbed() {
    bus.othersStillTalk();
  }

  @Test
  void letsInAClientWithACertificateOfTheCa() throws Exception {
    try (BusClient client = client(papers.authority.issue("agent:me"))) {
      assertThat(client.connect().status().connections()).hasSize(3);
    }
  }

  @Test
  void asksAClientWithoutACertificateForOne() throws Exception {
    assertRefusal(
        client(null), "requires a client certificate", "--client-cert FILE --client-key FILE");
  }

  @Test
  void refusesACertificateOfAnotherCa() throws Exception {
    TestCertificate foreign = new TestAuthority("Other CA").issue("agent:me");
    assertRefusal(client(foreign), "does not accept the certificate in", "--tls-client-ca");
  }

  @Test
  void refusesACertificateThatOnlyClaimsToBeOfTheCa() throws Exception {
    TestCertificate forged = new TestAuthority("Test CA").issue("agent:me");
    assertRefusal(client(forged), "does not accept the certificate in");
  }

  @Test
  void refusesAnExpiredCertificate() throws Exception {
    assertRefusal(client(papers.authority.issueExpired("agent:me")), "does not accept", "valid");
  }

  @Test
  void theCommonNameOfTheCertificateSaysWhoItIs() throws Exception {
    SslContext tls = TlsContexts.read(papers.mutual(), Instant.now());
    var name = new CompletableFuture<@Nullable String>();
    try (var loops = SocketTransport.best().newGroup()) {
      Channel listener =
          new ServerBootstrap()
              .group(loops)
              .channel(SocketTransport.best().serverChannel())
              .childHandler(
                  new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                      channel
                          .pipeline()
                          .addLast(tls.newHandler(channel.alloc()), new NameReader(name));
                    }
                  })
              .bind("127.0.0.1", 0)
              .sync()
              .channel();
      shake(
          ((InetSocketAddress) listener.localAddress()).getPort(),
          papers.authority.issue("agent:me"));
      assertThat(name.get(60, TimeUnit.SECONDS)).isEqualTo("agent:me");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CN=agent:me                    | agent:me",
        "CN=agent:me,OU=CN\\=tg:1,O=x    | agent:me",
        "OU=agents,O=x                  |",
        "CN=agent:me,CN=example         | agent:me",
        "OU=x+CN=agent:me,O=y           | agent:me",
        "CN=a\\,CN\\=b                    | a,CN=b",
        "''                             |",
        "not a name                     |",
      })
  void findsTheCommonNameInASubject(String subject, @Nullable String name) {
    assertThat(ClientCertificate.commonName(subject)).isEqualTo(name);
  }

  private void shake(int port, TestCertificate own) throws IOException {
    var factory = papers.clients(own).getSocketFactory();
    try (var socket = (SSLSocket) factory.createSocket("127.0.0.1", port)) {
      socket.startHandshake();
    }
  }

  private void assertRefusal(BusClient client, String... words) {
    try (client) {
      assertThatThrownBy(client::connect)
          .isInstanceOf(NotConnected.class)
          .message()
          .contains(words);
    }
  }

  private BusClient client(@Nullable TestCertificate own) throws IOException {
    URI url = URI.create("wss://localhost:" + bus.port());
    WebSocketConnector connector = WebSocketConnector.to(url).trusting(papers.ca);
    if (own != null) {
      connector =
          connector.presenting(
              own.writeCertificate(directory.resolve("own.pem")),
              own.writeKey(directory.resolve("own-key.pem")));
    }
    return BusClient.over(ClientSettings.of(url, new Address("agent:me")), connector);
  }

  /** Completes with the name when the handshake is done. */
  private static final class NameReader extends ChannelInboundHandlerAdapter {
    private final CompletableFuture<@Nullable String> name;

    NameReader(CompletableFuture<@Nullable String> name) {
      this.name = name;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof SslHandshakeCompletionEvent) {
        name.complete(ClientCertificate.nameOn(ctx.channel()));
      }
    }
  }
}
