package bub.bus.activity.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import bub.bus.activity.log.LogUnderTest;
import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class EntryCollectorTest {
  private static final TraceId TRACE = new TraceId("4bf92f3577b34da6a3ce929d0e0e4736");
  private static final MessageId CAUSE = new MessageId("m-0");

  private final List<EntryBatch> handovers = new ArrayList<>();
  private final EntryCollector collector = new EntryCollector(1, () -> 0, handovers::add);

  private Trail begin(String payload) {
    return collector.begin(LogUnderTest.envelope("m", payload), RequestId.of("seven"));
  }

  private void finish(int messages, String payload) {
    for (int i = 0; i < messages; i++) {
      begin(payload).sendFinished(Trail.Status.OK, null);
    }
  }

  @Test
  void handsOnAtATick() {
    finish(3, "{}");
    assertThat(handovers).isEmpty();
    collector.tick();
    collector.tick();

    assertThat(handovers).singleElement().satisfies(one -> assertThat(one.events()).isEqualTo(6));
  }

  @Test
  void doesNotWaitForATickWithManyMessages() {
    finish(513, "{}");

    assertThat(handovers).singleElement().satisfies(one -> assertThat(one.entries()).hasSize(512));
  }

  @Test
  void doesNotWaitForATickWithLargeMessages() {
    finish(3, "{\"text\":\"" + "x".repeat(500_000) + "\"}");

    assertThat(handovers)
        .singleElement()
        .satisfies(one -> assertThat(one.bytes()).isGreaterThan(1 << 20));
  }

  @Test
  void keepsOnlyOpenMessagesForTheNextTick() {
    Trail open = begin("{}");
    finish(1, "{}");
    collector.tick();
    open.processStarted(LogUnderTest.WORKER, 1);
    collector.tick();

    assertThat(handovers)
        .extracting(one -> one.entries().stream().map(LogEntry::id).toList())
        .containsExactly(List.of(1L, 3L), List.of(4L));
  }

  @Test
  void doesNotHoldThePayloadOfAMessageThatWaitsForItsAnswer() {
    Trail open = begin("{\"large\":true}");
    collector.tick();
    open.sendFinished(Trail.Status.OK, null);
    collector.tick();

    LogEntry end = handovers.getLast().entries().getFirst();
    assertThat(end.envelope().payload()).isSameAs(RawJson.EMPTY_OBJECT);
    assertThat(end.rpcId()).isEqualTo(RequestId.of("seven"));
    assertThat(end.startId()).isEqualTo(1);
  }

  @Test
  void doesNotHoldTheLargeFrameOfASmallPayload() {
    RawJson payload = partOfALargeFrame();
    var envelope =
        new Envelope(LogUnderTest.ALICE, LogUnderTest.WORKER, new MessageId("m"), payload);
    collector.begin(envelope, RequestId.of(1)).sendFinished(Trail.Status.OK, null);
    collector.tick();

    EntryBatch batch = handovers.getFirst();
    assertThat(batch.entries().getFirst().envelope().payload().retainedBytes()).isLessThan(1_000);
    assertThat(batch.bytes()).isBetween(512L, 2_000L);
  }

  @Test
  void doesNotHoldTheLargeFrameOfASmallAck() {
    Trail trail = begin("{}");
    Ack ack = new Ack(true, "", false, 0, partOfALargeFrame());
    trail.processFinished(LogUnderTest.WORKER, 1, Trail.Status.OK, ack, null);
    collector.tick();

    assertThat(handovers.getFirst().entries().getFirst().events())
        .last(InstanceOfAssertFactories.type(ActivityEvent.ProcessFinish.class))
        .satisfies(finish -> assertThat(finish.ack().payload().retainedBytes()).isLessThan(1_000));
    assertThat(handovers.getFirst().bytes()).isBetween(512L, 2_000L);
  }

  @Test
  void chargesTheFrameThatAPayloadKeepsAlive() {
    String text = "{\"payload\":{},\"text\":\"" + "x".repeat(900) + "\"}";
    RawJson payload = LogUnderTest.json(text).fields().object("payload");
    var start = new ActivityEvent.SendStart(0);
    var envelope =
        new Envelope(LogUnderTest.ALICE, LogUnderTest.WORKER, new MessageId("m"), payload);
    var entry = new LogEntry(1, 1, envelope, RequestId.of(1), null, null, List.of(start));

    assertThat(entry.weight()).isGreaterThan(text.length() + start.weight());
  }

  @Test
  void doesNotGatherMoreThanAFewMebibytesUntilTheTick() {
    for (int i = 0; i < 20; i++) {
      begin("{\"text\":\"" + "x".repeat(1 << 20) + "\"}");
      assertThat(collector.bytes()).isLessThan(5 << 20);
    }

    assertThat(handovers.stream().mapToLong(EntryBatch::bytes).sum()).isGreaterThan(15 << 20);
  }

  @Test
  void holdsNothingOnceEverythingIsHandedOn() {
    Trail open = begin("{\"text\":\"long\"}");
    finish(1, "{}");
    collector.tick();
    open.processStarted(LogUnderTest.WORKER, 1);
    open.processFinished(LogUnderTest.WORKER, 1, Trail.Status.OK, Ack.ok("done"), "late");
    open.sendFinished(Trail.Status.OK, null);
    collector.tick();

    assertThat(collector.bytes()).isZero();
  }

  @Test
  void everyEntryOfAMessageHasItsTraceAndCause() {
    Trail open = begin("{}");
    open.caused(TRACE, CAUSE);
    collector.tick();
    open.sendFinished(Trail.Status.OK, null);
    finish(1, "{}");
    collector.tick();

    assertThat(handovers.stream().flatMap(one -> one.entries().stream()))
        .extracting(LogEntry::trace, LogEntry::cause)
        .containsExactly(tuple(TRACE, CAUSE), tuple(TRACE, CAUSE), tuple(null, null));
  }

  @Test
  void theFirstEntryWaitsForTheTraceEvenWhenMemoryIsShort() {
    for (int i = 0; i < 20; i++) {
      begin("{\"text\":\"" + "x".repeat(1 << 20) + "\"}").caused(TRACE, null);
    }
    collector.tick();

    assertThat(handovers).hasSizeGreaterThan(1);
    assertThat(handovers.stream().flatMap(one -> one.entries().stream()))
        .hasSize(20)
        .allSatisfy(entry -> assertThat(entry.trace()).isEqualTo(TRACE));
  }

  @Test
  void chargesALongCause() {
    finish(1, "{}");
    collector.tick();
    Trail caused = begin("{}");
    caused.caused(TRACE, new MessageId("m".repeat(MessageId.MAX_LENGTH)));
    caused.sendFinished(Trail.Status.OK, null);
    collector.tick();

    assertThat(handovers.getLast().bytes() - handovers.getFirst().bytes())
        .isGreaterThanOrEqualTo(2L * MessageId.MAX_LENGTH);
  }

  private static RawJson partOfALargeFrame() {
    String large = "x".repeat(1 << 20);
    return LogUnderTest.json("{\"payload\":{\"a\":1},\"id\":\"" + large + "\"}")
        .fields()
        .object("payload");
  }
}
