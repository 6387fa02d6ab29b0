package bub.client.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.client.scripted.ScriptedBus;
import bub.client.scripted.ScriptedServer;
import bub.jsonrpc.Link;
import bub.protocol.CloseCodes;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebSocketLinkTest {
  private static final int MIB = 1024 * 1024;

  private final ScriptedServer server = ScriptedServer.of(new ScriptedBus());
  private final Ear ear = new Ear();

  /** Records the callbacks of a link. */
  private static final class Ear implements Link.Receiver {
    final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    final CompletableFuture<String> closed = new CompletableFuture<>();
    volatile int closeCode;

    @Override
    public void onText(byte[] text) {
      texts.add(new String(text, UTF_8));
    }

    @Override
    public void onClosed(int code, String reason) {
      closeCode = code;
      closed.complete(reason);
    }

    String next() throws InterruptedException {
      return String.valueOf(texts.poll(10, TimeUnit.SECONDS));
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private WebSocketLink connected() throws Exception {
    var link = WebSocketConnector.to(server.url()).connect();
    link.open(ear);
    return link;
  }

  private static boolean send(WebSocketLink link, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return link.send(bytes, 0, bytes.length);
  }

  private void serverSends(WebSocketFrame... frames) {
    for (WebSocketFrame frame : frames) {
      var _ = server.newest().writeAndFlush(frame);
    }
  }

  @Test
  void carriesAMebibyteBothWays() throws Exception {
    var link = connected();
    String large = "x".repeat(MIB - 100);
    String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no\",\"params\":[\"" + large + "\"]}";
    assertThat(send(link, call)).isTrue();
    assertThat(ear.next()).as("the method is unknown, so all of it arrived").contains("-32601");

    serverSends(new TextWebSocketFrame("\"" + large + "\""));
    assertThat(ear.next()).isEqualTo("\"" + large + "\"");
  }

  @Test
  void sendsOnlyPartOfABuffer() throws Exception {
    var link = connected();
    byte[] buffer = "??{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"nope\"}??".getBytes(UTF_8);
    link.send(buffer, 2, buffer.length - 4);
    assertThat(ear.next()).contains("\"id\":7");
  }

  @Test
  void joinsFragments() throws Exception {
    connected();
    serverSends(
        new TextWebSocketFrame(false, 0, "{\"a\":"),
        new PingWebSocketFrame(),
        new ContinuationWebSocketFrame(false, 0, "[1,"),
        new ContinuationWebSocketFrame(true, 0, "2]}"),
        new TextWebSocketFrame("whole"));
    assertThat(ear.next()).isEqualTo("{\"a\":[1,2]}");
    assertThat(ear.next()).isEqualTo("whole");
  }

  @Test
  void nothingArrivesBeforeItIsOpened() throws Exception {
    var link = WebSocketConnector.to(server.url()).connect();
    serverSends(new TextWebSocketFrame("early"));
    assertThat(ear.texts).isEmpty();
    link.open(ear);
    assertThat(ear.next()).isEqualTo("early");
  }

  @Test
  void closesOnAFrameThatIsTooLarge() throws Exception {
    connected();
    serverSends(new TextWebSocketFrame("x".repeat(FrameLimits.TEXT + 1)));
    ear.closed.get(60, TimeUnit.SECONDS);
    assertThat(ear.closeCode).isEqualTo(CloseCodes.TOO_BIG);
    assertThat(ear.texts).isEmpty();
  }

  @Test
  void closesOnFragmentsThatAreTooLargeTogether() throws Exception {
    connected();
    serverSends(new TextWebSocketFrame(false, 0, "x".repeat(FrameLimits.TEXT)));
    serverSends(new ContinuationWebSocketFrame(false, 0, "x"));
    assertThat(ear.closed.get(60, TimeUnit.SECONDS)).contains("the bus sent more than");
    assertThat(ear.closeCode).isEqualTo(CloseCodes.TOO_BIG);
    await().untilAsserted(() -> assertThat(server.closeCodes()).contains(CloseCodes.TOO_BIG));
  }

  @Test
  void closesOnBinary() throws Exception {
    connected();
    serverSends(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(new byte[3])));
    ear.closed.get(60, TimeUnit.SECONDS);
    assertThat(ear.closeCode).isEqualTo(CloseCodes.NOT_TEXT);
  }

  @Test
  void remembersTheCodeAndReasonOfTheBus() throws Exception {
    var link = connected();
    serverSends(new CloseWebSocketFrame(CloseCodes.REPLACED, "replaced"));
    assertThat(ear.closed.get(60, TimeUnit.SECONDS)).isEqualTo("replaced");
    assertThat(ear.closeCode).isEqualTo(CloseCodes.REPLACED);
    assertThat(send(link, "late")).isFalse();
  }

  @Test
  void aBrokenWireHasNoCode() throws Exception {
    connected();
    server.drop();
    assertThat(ear.closed.get(60, TimeUnit.SECONDS)).contains("lost");
    assertThat(ear.closeCode).isEqualTo(Link.NO_CODE);
  }

  @Test
  void learnsOfAnEndThatCameBeforeItWasOpened() throws Exception {
    var link = WebSocketConnector.to(server.url()).connect();
    link.close(CloseCodes.NORMAL, "changed my mind");
    link.open(ear);
    assertThat(ear.closed.get(60, TimeUnit.SECONDS)).isEqualTo("changed my mind");
  }

  @Test
  void pingsASilentServerAndKeepsOneThatAnswers() throws Exception {
    var link =
        WebSocketConnector.to(server.url())
            .pinging(Duration.ofMillis(20), Duration.ofSeconds(1))
            .connect();
    link.open(ear);
    // Longer than an unanswered ping would be forgiven.
    await().during(Duration.ofMillis(1_500)).until(() -> !ear.closed.isDone());
  }

  @Test
  void givesUpAServerThatDoesNotAnswerPings() throws Exception {
    var link =
        WebSocketConnector.to(server.url())
            .pinging(Duration.ofMillis(20), Duration.ofMillis(20))
            .connect();
    server.newest().config().setAutoRead(false);
    link.open(ear);
    assertThat(ear.closed.get(60, TimeUnit.SECONDS)).isEqualTo("the bus does not answer pings");
  }

  @Test
  void isCongestedWhileTheServerDoesNotReadAndClosesWhenThatIsHopeless() throws Exception {
    var link = connected();
    server.newest().config().setAutoRead(false);
    String large = "x".repeat(MIB);
    int sent = 0;
    while (!link.isCongested()) {
      assertThat(send(link, large)).isTrue();
      assertThat(++sent).isLessThan(100);
    }
    while (send(link, large)) {
      assertThat(++sent).isLessThan(200);
    }
    assertThat(ear.closed.get(60, TimeUnit.SECONDS)).contains("does not read fast enough");
  }

  @Test
  void sendsTheHeadersItIsGiven() throws Exception {
    WebSocketConnector.to(server.url()).withHeader("Authorization", "Bearer t").connect();
    assertThat(server.requests().getFirst().get("authorization")).isEqualTo("Bearer t");
  }

  @Test
  void aLongReasonIsCutToWhatFits() throws Exception {
    var link = connected();
    link.close(CloseCodes.NORMAL, "ü".repeat(200));
    await().untilAsserted(() -> assertThat(server.closeCodes()).contains(CloseCodes.NORMAL));
  }

  @Test
  void aBadCaFileIsNamed() {
    var secure = URI.create("wss://localhost:1");
    assertThatThrownBy(
            () -> WebSocketConnector.to(secure).trusting(Path.of("/no/such/ca.pem")).connect())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/no/such/ca.pem");
  }
}
