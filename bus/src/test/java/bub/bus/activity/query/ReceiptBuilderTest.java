package bub.bus.activity.query;

import static bub.bus.activity.log.LogUnderTest.ALICE;
import static bub.bus.activity.log.LogUnderTest.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import bub.bus.activity.event.Trail;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.log.LogUnderTest;
import bub.jsonrpc.RequestId;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.Receipt;
import bub.protocol.Receipt.Delivery;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReceiptBuilderTest {
  private static final MessageId ID = new MessageId("m-1");

  @TempDir Path folder;
  private LogUnderTest log;

  @BeforeEach
  void open() {
    log = LogUnderTest.in(folder);
  }

  @AfterEach
  void close() {
    log.close();
  }

  private Receipt receipt() throws Exception {
    return Objects.requireNonNull(ReceiptBuilder.from(ID, log.rowsOf("m-1")));
  }

  private Trail send(int rpcId) {
    return log.log().sendStarted(LogUnderTest.envelope("m-1", "{}"), RequestId.of(rpcId));
  }

  @Test
  void thereIsNoneOfAMessageNobodySent() {
    assertThat(ReceiptBuilder.from(ID, List.of())).isNull();
  }

  @Test
  void saysWhoGotItAndWhatTheySaid() throws Exception {
    log.deliver("m-1");

    assertThat(receipt())
        .isEqualTo(
            new Receipt(
                ID,
                ALICE.value(),
                WORKER.value(),
                "ok",
                "2026-02-17T12:00:00.000000Z",
                "2026-02-17T12:00:00.003000Z",
                List.of(
                    new Delivery(
                        WORKER.value(),
                        "ok",
                        "2026-02-17T12:00:00.001000Z",
                        "2026-02-17T12:00:00.002000Z",
                        Ack.ok("done").toRaw()))));
  }

  @Test
  void isPendingUntilTheSenderHasItsAnswer() throws Exception {
    Trail trail = send(1);
    trail.processStarted(WORKER, 5);
    var second = new Address("agent:2");
    trail.processStarted(second, 6);
    trail.processFinished(second, 6, Status.BUSY, Ack.retryIn(1, "busy"), "busy");

    assertThat(receipt().status()).isEqualTo(Receipt.PENDING);
    assertThat(receipt().finishedAt()).isNull();
    assertThat(receipt().deliveries())
        .extracting(Delivery::recipient, Delivery::status)
        .containsExactly(tuple("agent:worker", "pending"), tuple("agent:2", "busy"));
  }

  @Test
  void isOfTheNewestAttempt() throws Exception {
    Trail first = send(1);
    first.processStarted(WORKER, 5);
    log.log().tick();
    log.pass(Duration.ofSeconds(1));
    Trail second = send(2);
    second.processStarted(WORKER, 6);
    log.log().tick();
    first.processFinished(WORKER, 5, Status.TIMEOUT, Ack.retryIn(1, "late"), "late");
    first.sendFinished(Status.TIMEOUT, null);
    assertThat(receipt().status()).isEqualTo(Receipt.PENDING);
    assertThat(receipt().startedAt()).isEqualTo("2026-02-17T12:00:01.000000Z");

    second.processFinished(WORKER, 6, Status.OK, Ack.ok("done"), null);
    second.sendFinished(Status.OK, null);
    assertThat(receipt().status()).isEqualTo("ok");
    assertThat(receipt().deliveries()).extracting(Delivery::status).containsExactly("ok");
  }

  @Test
  void makesTheBestOfAMessageWhoseBeginningIsGone() throws Exception {
    log.deliver("m-1");

    Receipt receipt = ReceiptBuilder.from(ID, log.rowsOf("m-1").subList(2, 4));
    assertThat(receipt)
        .extracting("from", "to", "status", "startedAt")
        .containsExactly("tg:1", "agent:worker", "ok", null);
  }
}
