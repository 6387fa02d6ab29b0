package bub.bus.activity;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import bub.jsonrpc.RequestId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private final List<Handover> handovers = new ArrayList<>();
  private final Ledger ledger = new Ledger(1, () -> 0, handovers::add);

  private Trail begin(String payload) {
    return ledger.begin(LogUnderTest.envelope("m", payload), RequestId.of("seven"));
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
    ledger.tick();
    ledger.tick();

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
    ledger.tick();
    open.processStarted(LogUnderTest.WORKER, 1);
    ledger.tick();

    assertThat(handovers)
        .extracting(one -> one.entries().stream().map(Entry::id).toList())
        .containsExactly(List.of(1L, 3L), List.of(4L));
  }

  @Test
  void doesNotHoldThePayloadOfAMessageThatWaitsForItsAnswer() {
    Trail open = begin("{\"large\":true}");
    ledger.tick();
    open.sendFinished(Trail.Status.OK, null);
    ledger.tick();

    Entry end = handovers.getLast().entries().getFirst();
    assertThat(end.envelope().payload()).isSameAs(RawJson.EMPTY_OBJECT);
    assertThat(end.rpcId()).isEqualTo(RequestId.of("seven"));
    assertThat(end.startId()).isEqualTo(1);
  }
}
