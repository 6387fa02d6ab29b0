package bub.channel.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpServerTest {
  private static final int MOST = 100_000;

  private final List<Socket> sockets = new ArrayList<>();
  private final CountDownLatch slow = new CountDownLatch(1);
  private final CountDownLatch left = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        HttpServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            HttpLimits.of(50),
            new HttpServer.Handler() {
              @Override
              public void handle(HttpExchange exchange) {
                Thread.ofVirtual().start(() -> answer(exchange));
              }

              @Override
              public HttpReply refuse(int status, String problem) {
                return text(status, problem);
              }
            });
  }

  @AfterEach
  void stop() throws IOException {
    slow.countDown();
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  private static HttpReply text(int status, String text) {
    return new HttpReply(status, Map.of(), "text/plain", text.getBytes(UTF_8));
  }

  private void answer(HttpExchange exchange) {
    try {
      switch (exchange.path()) {
        case "/echo" -> {
          byte[] body = exchange.awaitBody(MOST, _ -> {});
          exchange.answer(text(200, "got " + body.length + ";"));
        }
        case "/ignored-body" -> exchange.answer(text(200, "ignored;"));
        case "/stream" -> {
          OutputStream out = exchange.stream(text(200, ""));
          for (int i = 0; i < 3; i++) {
            out.write(("piece " + i).getBytes(UTF_8));
            out.flush();
          }
          exchange.endStream();
        }
        case "/broken" -> {
          exchange.stream(text(200, "")).flush();
          exchange.abort();
        }
        case "/left" -> {
          exchange.whenGone(left::countDown);
          exchange.stream(text(200, "")).flush();
        }
        case "/slow" -> {
          slow.await();
          exchange.answer(text(200, "late;"));
        }
        default -> exchange.answer(text(200, exchange.path() + "?" + exchange.query("q") + ";"));
      }
    } catch (BodyTooLarge large) {
      exchange.answer(text(413, String.valueOf(large.getMessage())));
    } catch (Exception gone) {
      exchange.abort();
    }
  }

  private Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    socket.setSoTimeout(20_000);
    sockets.add(socket);
    return socket;
  }

  private Socket send(String text) throws IOException {
    Socket socket = connect();
    socket.getOutputStream().write(text.replace("\n", "\r\n").getBytes(UTF_8));
    return socket;
  }

  private static String all(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), UTF_8);
  }

  private static String until(String end, Socket socket) throws IOException {
    var read = new StringBuilder();
    while (read.indexOf(end) < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("closed after " + read);
      }
      read.append((char) next);
    }
    return read.toString();
  }

  @Test
  void answersPipelinedRequestsInOrder() throws Exception {
    Socket socket =
        send(
            """
            GET /a?q=1 HTTP/1.1
            Host: x

            POST /echo HTTP/1.1
            Host: x
            Content-Length: 5

            helloGET /b HTTP/1.1
            Host: x
            Connection: close

            """);
    assertThat(all(socket)).containsSubsequence("/a?1;", "got 5;", "connection: close", "/b?null;");
  }

  @Test
  void closesAConnectionThatSendsManyRequestsAhead() throws Exception {
    Socket socket = send("GET /slow HTTP/1.1\nHost: x\n\n".repeat(500));
    assertThat(all(socket)).isEmpty();
  }

  @Test
  void readsABodyOfUnknownLength() throws Exception {
    Socket socket =
        send(
            """
            POST /echo HTTP/1.1
            Host: x
            Transfer-Encoding: chunked
            Connection: close

            3
            abc
            4
            defg
            0

            """);
    assertThat(all(socket)).contains("got 7;");
  }

  @Test
  void invitesABodyThatTheClientHoldsBack() throws Exception {
    Socket socket =
        send("POST /echo HTTP/1.1\nHost: x\nContent-Length: 2\nExpect: 100-continue\n\n");
    assertThat(until("\r\n\r\n", socket)).startsWith("HTTP/1.1 100 ");
    socket.getOutputStream().write("ok".getBytes(UTF_8));
    assertThat(until("got 2;", socket)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aClientThatStillSendsSeesTheRefusalOfItsLargeBody() throws Exception {
    Socket socket = send("POST /echo HTTP/1.1\nHost: x\nContent-Length: 5000000\n\n");
    byte[] piece = new byte[10_000];
    for (int i = 0; i < 500; i++) {
      socket.getOutputStream().write(piece);
    }
    assertThat(all(socket)).startsWith("HTTP/1.1 413 ").contains("connection: close");
  }

  @Test
  void aConnectionGoesOnAfterABodyThatNobodyWanted() throws Exception {
    Socket socket = send("POST /ignored-body HTTP/1.1\nHost: x\nContent-Length: 3\n\nabc");
    assertThat(until("ignored;", socket)).doesNotContain("connection: close");
    socket.getOutputStream().write("GET /next HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
    assertThat(until("/next?null;", socket)).contains("HTTP/1.1 200 ");
  }

  @Test
  void streamsPieces() throws Exception {
    Socket socket = send("GET /stream HTTP/1.1\nHost: x\nConnection: close\n\n");
    assertThat(all(socket)).contains("chunked", "\r\npiece 0\r\n", "\r\npiece 2\r\n0\r\n\r\n");
  }

  @Test
  void streamsToOldClientsUntilTheEndOfTheConnection() throws Exception {
    Socket socket = send("GET /stream HTTP/1.0\n\n");
    assertThat(all(socket)).doesNotContain("chunked").endsWith("piece 0piece 1piece 2");
  }

  @Test
  void aBrokenStreamDoesNotLookComplete() throws Exception {
    Socket socket = send("GET /broken HTTP/1.1\nHost: x\n\n");
    assertThat(all(socket)).startsWith("HTTP/1.1 200 ").doesNotContain("0\r\n\r\n");
  }

  @Test
  void noticesThatTheClientLeavesWithoutWritingToIt() throws Exception {
    Socket complete = send("GET /left HTTP/1.1\nHost: x\n\n");
    assertThat(until("\r\n\r\n", complete)).startsWith("HTTP/1.1 200 ");
    assertThat(left.getCount()).isEqualTo(1);
    complete.close();
    left.await();
  }

  @Test
  void aHeadHasTheLengthWithoutTheBody() throws Exception {
    Socket socket = send("HEAD /abc HTTP/1.1\nHost: x\nConnection: close\n\n");
    assertThat(all(socket)).containsIgnoringCase("content-length: 10").endsWith("\r\n\r\n");
  }

  @Test
  void aHeadOfAStreamHasNoEndOfABody() throws Exception {
    Socket socket = send("HEAD /stream HTTP/1.1\nHost: x\n\n");
    until("\r\n\r\n", socket);
    socket
        .getOutputStream()
        .write("GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
    assertThat(all(socket)).startsWith("HTTP/1.1 200 ").endsWith("/next?null;");
  }

  @Test
  void anOldClientSeesTheEndOfItsAnswer() throws Exception {
    Socket socket = send("GET /old HTTP/1.0\nConnection: keep-alive\n\n");
    assertThat(all(socket)).contains("connection: close").endsWith("/old?null;");
  }

  @Test
  void refusesABodyThatIsAnnouncedAsTooLargeBeforeItComes() throws Exception {
    Socket socket =
        send("POST /echo HTTP/1.1\nHost: x\nContent-Length: 100001\nExpect: 100-continue\n\n");
    assertThat(until("\r\n\r\n", socket)).startsWith("HTTP/1.1 413 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /echo HTTP/1.1\nHost: x\nContent-Length: 3\nTransfer-Encoding: chunked\n\n0\n\n",
        "POST /echo HTTP/1.1\nHost: x\nContent-Length: 3\nContent-Length: 4\n\nabcd",
        "POST /echo HTTP/1.1\nHost: x\nContent-Length: -1\n\n",
        "GET /a HTTP/1.1\nHost: x\nHost: y\n\n",
        "GET /a HTTP/1.1\n\n",
        "GET /a%0d%0ab HTTP/1.1\nHost: x\n\n",
        "GET /a%zz HTTP/1.1\nHost: x\n\n",
        "GET /../a HTTP/1.1\nHost: x\n\n",
        "GET /a%2Fb HTTP/1.1\nHost: x\n\n",
        "GET /a\\b HTTP/1.1\nHost: x\n\n",
        "GET a HTTP/1.1\nHost: x\n\n",
        "GET /a HTTP/1.1\nHost: x\nBad Header: 1\n\n",
        "GET http://y/a HTTP/1.1\nHost: x\n\n",
        "GET /a HTTP/1.1\nHost: x\nSec-WebSocket-Key1: 1\nSec-WebSocket-Key2: 2\n\n",
        "POST /echo HTTP/1.0\nTransfer-Encoding: chunked\n\n0\n\n",
        "POST /echo HTTP/1.1\nHost: x\nTransfer-Encoding: xchunked\nContent-Length: 1\n\na",
        "POST /echo HTTP/1.1\nHost: x\nTransfer-Encoding: chunked, identity\n\n0\n\n",
        "POST /echo HTTP/1.1\nHost: x\nContent-Length: +1\n\na",
        "POST /echo HTTP/1.1\nHost: x\nContent-Length : 1\n\na",
        "POST /echo HTTP/1.1\nHost: x\nContent-Length: 99999999999999999999\n\na",
        "GET /a;b HTTP/1.1\nHost: x\n\n",
        "GET /a%2e%2e HTTP/1.1\nHost: x\n\n",
        "OPTIONS * HTTP/1.1\nHost: x\n\n",
        "CONNECT x:80 HTTP/1.1\nHost: x\n\n"
      })
  void refusesWhatTwoProgramsCouldReadDifferently(String request) throws Exception {
    assertThat(all(send(request))).startsWith("HTTP/1.1 400 ").doesNotContain("HTTP/1.1 200");
  }

  @Test
  void refusesMoreHeadersThanAnyClientNeeds() throws Exception {
    String most = "a:\n".repeat(LimitedHeaders.MOST - 2);
    String request = "GET /a HTTP/1.1\nHost: x\nConnection: close\n" + most;
    assertThat(all(send(request + "\n"))).endsWith("/a?null;");
    assertThat(all(send(request + "a:\n\n"))).startsWith("HTTP/1.1 431 ");
  }

  @Test
  void refusesMoreHeadersAfterABodyThanAnyClientNeeds() throws Exception {
    String request = "POST /echo HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n0\n";
    String trailers = "a:\n".repeat(LimitedHeaders.MOST + 1);
    assertThat(all(send(request + trailers + "\n"))).doesNotContain("HTTP/1.1 200");
  }

  @Test
  void acceptsTheUrlOfAProxy() throws Exception {
    Socket socket = send("GET http://x/a?q=2 HTTP/1.1\nHost: x\nConnection: close\n\n");
    assertThat(all(socket)).endsWith("/a?2;");
  }

  @Test
  void aStopLetsAnAnswerThatIsUnderWayEnd() throws Exception {
    Socket busy = send("GET /slow HTTP/1.1\nHost: x\n\n");
    Socket idle = connect();
    await().until(() -> server.connections() == 2);
    Thread stopping = Thread.ofVirtual().start(server::close);
    assertThat(idle.getInputStream().read()).isNegative();
    slow.countDown();
    assertThat(all(busy)).endsWith("late;");
    assertThat(stopping.join(Duration.ofSeconds(20))).isTrue();
  }
}
