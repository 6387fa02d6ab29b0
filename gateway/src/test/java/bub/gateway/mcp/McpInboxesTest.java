package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
import bub.gateway.caller.Caller;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class McpInboxesTest {
  private static final Address CALLER = new Address("agent:ann");
  private static final Address GREEDY = new Address("agent:greedy");
  private static final Address ANN = new Address("mcp:ann");
  private final AtomicLong nanoTime = new AtomicLong();
  private final McpInboxes inboxes = new McpInboxes(nanoTime::get);

  private Ack send(Address to, int number) {
    return send(to, number, RawJson.EMPTY_OBJECT);
  }

  private Ack send(Address to, int number, RawJson payload) {
    return inboxes.handle(
        new Envelope(new Address("agent:x"), to, new MessageId("m" + number), payload));
  }

  private static RawJson text(int length) {
    return RawJson.trusted(("\"" + "x".repeat(length - 2) + "\"").getBytes(UTF_8));
  }

  private List<Envelope> take(Duration atMost) throws Exception {
    return inboxes.take(CALLER, ANN, atMost);
  }

  /** Opens inboxes, each later than the one before, which all have a message. */
  private void fill(Address caller, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      nanoTime.incrementAndGet();
      Address inbox = new Address("mcp:" + caller.value().replace(':', '-') + "-" + i);
      inboxes.open(caller, inbox);
      assertThat(send(inbox, i).success()).isTrue();
    }
  }

  private void fillAll() throws Exception {
    for (int caller = 0; inboxes.size() < McpInboxes.MOST_INBOXES; caller++) {
      int left = McpInboxes.MOST_INBOXES - inboxes.size();
      fill(new Address("agent:greedy-" + caller), Math.min(left, McpInboxes.MOST_PER_CALLER));
    }
  }

  @Test
  void refusesMessagesForNobody() {
    assertThat(send(ANN, 1).message()).contains("no MCP client");
  }

  @Test
  void asksSendersToRetryWhenFull() throws Exception {
    inboxes.open(CALLER, ANN);
    for (int i = 0; i < McpInboxes.MOST_MESSAGES; i++) {
      assertThat(send(ANN, i).success()).isTrue();
    }
    assertThat(send(ANN, -1).shouldRetry()).isTrue();
    assertThat(take(Duration.ZERO).getFirst().messageId()).hasToString("m0");
    assertThat(send(ANN, -1).success()).isTrue();
  }

  @Test
  void aCallerWithTooManyInboxesLosesItsOwn() throws Exception {
    inboxes.open(CALLER, ANN);
    assertThat(send(ANN, 1).success()).isTrue();
    fill(GREEDY, 2 * McpInboxes.MOST_INBOXES);
    assertThat(inboxes.size()).isEqualTo(1 + McpInboxes.MOST_PER_CALLER);
    assertThat(send(new Address("mcp:agent-greedy-0"), 1).success()).isFalse();
    assertThat(take(Duration.ZERO)).hasSize(1);
  }

  @Test
  void anEmptyInboxGoesBeforeAnOlderOneWithMessages() throws Exception {
    inboxes.open(CALLER, ANN);
    assertThat(send(ANN, 1).success()).isTrue();
    for (int i = 0; i < 2 * McpInboxes.MOST_PER_CALLER; i++) {
      nanoTime.incrementAndGet();
      inboxes.open(CALLER, new Address("mcp:other-" + i));
    }
    assertThat(inboxes.size()).isEqualTo(McpInboxes.MOST_PER_CALLER);
    assertThat(take(Duration.ZERO)).hasSize(1);
  }

  @Test
  void nobodyTakesThePlaceOfAnotherCallerUntilItIsForgotten() throws Exception {
    fillAll();
    assertThatThrownBy(() -> inboxes.open(CALLER, ANN))
        .isInstanceOfSatisfying(
            HttpRefusal.class, full -> assertThat(full.reason()).isEqualTo("too_many_inboxes"));
    nanoTime.addAndGet(McpInboxes.EMPTY_KEPT.toNanos() + 1);
    assertThatThrownBy(() -> inboxes.open(CALLER, ANN)).isInstanceOf(HttpRefusal.class);
    nanoTime.addAndGet(McpInboxes.KEPT.toNanos());
    inboxes.open(CALLER, ANN);
    assertThat(inboxes.size()).isEqualTo(McpInboxes.MOST_INBOXES);
  }

  @Test
  void bytesAreLimitedPerCallerAndInTotal() throws Exception {
    RawJson large = text(900_000);
    int accepted = 0;
    int callers = 0;
    for (Ack last = Ack.ok(""); !last.message().contains("all MCP clients"); callers++) {
      var caller = new Address("agent:" + callers);
      int own = 0;
      for (int i = 0; i < 12; i++) {
        var inbox = new Address("mcp:" + callers + "-" + i);
        inboxes.open(caller, inbox);
        last = send(inbox, i, large);
        assertThat(last.success() || last.shouldRetry()).isTrue();
        own += last.success() ? 1 : 0;
      }
      assertThat(own * 900_000L).isLessThanOrEqualTo(McpInboxes.MOST_BYTES_PER_CALLER);
      accepted += own;
    }
    assertThat(accepted * 900_000L)
        .isBetween(McpInboxes.MOST_BYTES_IN_TOTAL - 2_000_000L, McpInboxes.MOST_BYTES_IN_TOTAL);

    inboxes.close(new Address("mcp:0-0"));
    inboxes.close(new Address("mcp:0-1"));
    inboxes.open(CALLER, ANN);
    assertThat(send(ANN, 1, large).success()).isTrue();
  }

  @Test
  void theInboxOfASessionEndsWithIt() throws Exception {
    var sessions = new McpSessions(TimeSource.system(), inboxes);
    var caller = new Caller(CALLER, "t", false, Set.of(), List.of());
    var session = sessions.open(caller, ClientFeatures.NONE, new CallerAddresses(caller)::inbox);
    inboxes.open(CALLER, session.inbox());
    assertThat(send(session.inbox(), 1).success()).isTrue();
    sessions.end(session);
    assertThat(inboxes.size()).isZero();
    assertThat(send(session.inbox(), 1).message()).contains("no MCP client");
  }

  @Test
  void theInboxOfAPrincipalOutlivesItsSessions() throws Exception {
    var sessions = new McpSessions(TimeSource.system(), inboxes);
    var caller = new Caller(ANN, "t", false, Set.of(), List.of());
    var session = sessions.open(caller, ClientFeatures.NONE, new CallerAddresses(caller)::inbox);
    inboxes.open(ANN, session.inbox());
    sessions.end(session);
    assertThat(send(ANN, 1).success()).isTrue();
  }

  @Test
  void aReaderKeepsItsInbox() throws Exception {
    var read = new CompletableFuture<List<Envelope>>();
    Thread.startVirtualThread(
        () -> {
          try {
            read.complete(take(Duration.ofSeconds(50)));
          } catch (Exception failed) {
            read.completeExceptionally(failed);
          }
        });
    await().until(() -> inboxes.size() == 1);
    fill(CALLER, 2 * McpInboxes.MOST_PER_CALLER);
    assertThat(send(ANN, 1).success()).isTrue();
    assertThat(read.get()).hasSize(1);
  }

  @Test
  void returnsNothingAfterTheTimeout() throws Exception {
    assertThat(take(Duration.ofMillis(1))).isEmpty();
  }
}
