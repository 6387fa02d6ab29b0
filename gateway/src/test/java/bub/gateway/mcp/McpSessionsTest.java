package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.TimeSource;
import bub.gateway.caller.Caller;
import bub.jsonrpc.RequestId;
import bub.protocol.Address;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions end on time, whatever other clients do. */
@Timeout(60)
class McpSessionsTest {
  private static final Caller ANN =
      new Caller(new Address("agent:ann"), "t", false, Set.of(), List.of());
  private static final RequestId REQUEST = RequestId.of(1);

  private final TestTime time = new TestTime();
  private final McpInboxes inboxes = new McpInboxes();
  private final McpSessions sessions = new McpSessions(time, inboxes);

  /** A clock that stands still until a test advances it. */
  private static final class TestTime implements TimeSource {
    private Instant now = Instant.parse("2026-02-17T12:00:00Z");
    private Instant until = Instant.MAX;
    private Duration slept = Duration.ZERO;
    private boolean isStuck;

    @Override
    public synchronized Instant now() {
      return now;
    }

    @Override
    public synchronized void sleep(Duration duration) throws InterruptedException {
      until = now.plus(duration);
      slept = duration;
      while (isStuck || now.isBefore(until)) {
        wait();
      }
    }

    /** Zero from the moment that ends the sleep. */
    synchronized Duration slept() {
      return slept;
    }

    synchronized void advance(Duration by) {
      now = now.plus(by);
      slept = isStuck || now.isBefore(until) ? slept : Duration.ZERO;
      notifyAll();
    }

    /** Nobody wakes up any more. */
    synchronized void stick() {
      isStuck = true;
    }
  }

  @AfterEach
  void end() {
    sessions.endAll();
  }

  private McpSession open() throws Exception {
    return sessions.open(ANN, ClientFeatures.NONE, new CallerAddresses(ANN)::inbox);
  }

  private void awaitSleep(Duration duration) {
    await().until(() -> time.slept().equals(duration));
  }

  @Test
  void anIdleSessionEndsThoughNoOtherOneOpens() throws Exception {
    McpSession session = open();
    inboxes.open(ANN.id(), session.inbox());
    awaitSleep(McpSessions.IDLE);
    time.advance(McpSessions.IDLE);

    await().until(() -> sessions.size() == 0);
    assertThat(session.isOver()).isTrue();
    assertThat(inboxes.size()).isZero();
  }

  @Test
  void eachSessionHasItsOwnTime() throws Exception {
    McpSession first = open();
    awaitSleep(McpSessions.IDLE);
    time.advance(Duration.ofMinutes(10));
    McpSession second = open();
    time.advance(Duration.ofMinutes(20));

    await().until(() -> first.isOver());
    assertThat(second.isOver()).isFalse();
    awaitSleep(Duration.ofMinutes(10));
    assertThat(sessions.find(second.id(), ANN)).isSameAs(second);
    time.advance(Duration.ofMinutes(10));
    awaitSleep(Duration.ofMinutes(20));
    assertThat(second.isOver()).isFalse();
    time.advance(Duration.ofMinutes(20));
    await().until(() -> second.isOver());
  }

  @Test
  void anExpiredSessionIsNotFoundEvenBeforeItEnds() throws Exception {
    McpSession session = open();
    time.stick();
    time.advance(McpSessions.IDLE.minusNanos(1));
    assertThat(sessions.find(session.id(), ANN)).isSameAs(session);
    time.advance(McpSessions.IDLE);

    assertThat(sessions.find(session.id(), ANN)).isNull();
    assertThat(session.isOver()).isTrue();
    assertThat(sessions.size()).isZero();
  }

  @Test
  void aBusySessionStaysAndHasAllTheTimeAfterwards() throws Exception {
    McpSession session = open();
    assertThat(session.begin(REQUEST, new RequestRun())).isTrue();
    var stream = new NotificationStream(EnumSet.allOf(OfferKind.class));
    session.listen(stream);
    awaitSleep(McpSessions.IDLE);
    time.advance(McpSessions.IDLE.plusMinutes(5));
    awaitSleep(McpSessions.IDLE);
    assertThat(session.isOver()).isFalse();

    session.end(REQUEST);
    session.left(stream);
    time.advance(McpSessions.IDLE.minusMinutes(1));
    assertThat(sessions.find(session.id(), ANN)).isSameAs(session);
    time.advance(McpSessions.IDLE);
    await().until(() -> session.isOver());
  }
}
