package bub.gateway.mcpclient.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.client.TimeSource;
import bub.testkit.FakeHttpMcpServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NotificationListenerTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final LeapingClock time = new LeapingClock();
  private final List<String> delivered = new ArrayList<>();
  private final List<String> positions = new CopyOnWriteArrayList<>();
  private FakeHttpMcpServer server;

  /** A clock that each sleep moves at once. */
  private static final class LeapingClock implements TimeSource {
    private final List<Long> sleeps = new CopyOnWriteArrayList<>();
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public void sleep(Duration duration) {
      sleeps.add(duration.toMillis());
      now = now.plus(duration);
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = new FakeHttpMcpServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Serves these streams, each of which ends at once, and then none. */
  private void listen(String... streams) {
    var count = new AtomicInteger();
    server.thenListen(
        exchange -> {
          positions.add(String.valueOf(exchange.getRequestHeaders().getFirst("Last-Event-ID")));
          int number = count.getAndIncrement();
          if (number < streams.length) {
            FakeHttpMcpServer.send(exchange, 200, "text/event-stream", streams[number]);
          } else {
            FakeHttpMcpServer.json(exchange, 405, "{}");
          }
        });
    try (var http = new McpHttpRequests(server.url(), Map.of(), HttpAuthorizer.NONE)) {
      new NotificationListener(
              http,
              time,
              TIMEOUT,
              _ -> {},
              new NotificationListener.Listener() {
                @Override
                public boolean isClosed() {
                  return false;
                }

                @Override
                public void deliver(byte[] message) {
                  delivered.add(new String(message, UTF_8));
                }

                @Override
                public void sessionEnded() {
                  delivered.add("the end");
                }
              })
          .run();
    }
  }

  private static String[] times(int count, String stream) {
    var streams = new String[count];
    java.util.Arrays.fill(streams, stream);
    return streams;
  }

  @Test
  void waitsLongerAndLongerForStreamsThatBringNothingWhateverTheServerAsksFor() {
    listen(times(8, "retry: 0\n\n"));
    assertThat(time.sleeps)
        .containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L);
  }

  @Test
  void waitsAtLeastASecondForAServerThatSendsOneMessagePerStream() {
    listen(times(4, "retry: 0\ndata: {}\n\n"));
    assertThat(time.sleeps).containsExactly(1_000L, 1_000L, 1_000L, 1_000L);
    assertThat(delivered).containsExactly("{}", "{}", "{}", "{}");
  }

  @Test
  void waitsAsLongAsTheServerAsksFor() {
    listen(times(3, "retry: 3000\n\n"));
    assertThat(time.sleeps).containsExactly(3_000L, 3_000L, 4_000L);
  }

  @Test
  void continuesAfterTheLastEvent() {
    listen("id: one\nretry: 2000\ndata: \n\n", "id: two\ndata: {\"n\":2}\n\n", "retry: 1\n\n");
    assertThat(positions).containsExactly("null", "one", "two", "two");
    assertThat(delivered).containsExactly("{\"n\":2}");
  }
}
