package bub.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.Causality;
import bub.testkit.OtlpReceiver;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A collector that is slow, refuses or is dead costs spans and nothing else. */
class SpanSenderTest {
  private static final Duration TIMEOUT = Duration.ofMillis(300);
  private static final int MANY = 20_000;

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(SpanSender.class);
  private final ExportedSpan span = span();
  private OtlpReceiver receiver;
  private SpanSender sender;

  @BeforeEach
  void start() throws Exception {
    lines.start();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(lines);
    receiver = new OtlpReceiver();
    var exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(receiver.url().toString())
            .setTimeout(TIMEOUT)
            .build();
    sender = new SpanSender(exporter, TIMEOUT, TimeSource.system());
  }

  @AfterEach
  void stop() {
    sender.close();
    receiver.close();
    logger.detachAppender(lines);
    logger.setLevel(null);
    logger.setAdditive(true);
  }

  @Test
  void sendsInBatches() {
    sender.start();

    offer(2_000);

    await().until(() -> sender.exported() == 2_000);
    assertThat(receiver.spans()).hasSize(2_000);
    assertThat(receiver.requests()).isLessThan(20);
    assertThat(lines.list).isEmpty();
  }

  @Test
  void aHangingCollectorFillsTheQueueAndNoMore() {
    receiver.hangs();
    sender.start();

    offer(MANY);

    assertThat(sender.queued()).isLessThanOrEqualTo(SpanSender.MAX_QUEUED);
    assertThat(sender.dropped())
        .isGreaterThanOrEqualTo(MANY - SpanSender.MAX_QUEUED - 2 * SpanSender.MAX_BATCH);
    assertThat(lines.list).hasSize(1);
  }

  @Test
  void aCollectorThatRefusesIsReportedOncePerStateAndThenUsedAgain() {
    receiver.answers(503);
    sender.start();
    offer(10);
    await().until(() -> sender.dropped() == 10);
    offer(10);
    await().until(() -> sender.dropped() == 20);

    receiver.answers(200);
    offer(10);
    await().until(() -> sender.exported() == 10);
    offer(10);
    await().until(() -> lines.list.size() == 2);

    assertThat(lines.list.getFirst().getFormattedMessage())
        .isEqualTo(
            "The OpenTelemetry export failed: the collector answered HTTP 503. bub retries until"
                + " it succeeds");
    assertThat(lines.list.getLast().getFormattedMessage()).contains("works again");
  }

  @Test
  void theLogSaysThatTheCollectorIsAbsent() {
    receiver.close();
    sender.start();

    offer(1);

    await().until(() -> sender.dropped() == 1 && !lines.list.isEmpty());
    assertThat(lines.list.getFirst().getFormattedMessage())
        .contains("the collector is not reachable");
  }

  private void offer(int spans) {
    for (int i = 0; i < spans; i++) {
      sender.offer(span);
    }
  }

  private static ExportedSpan span() {
    var message =
        new MessageToExport(
            new Address("web:1"),
            new Address("agent:a"),
            new MessageId("m1"),
            null,
            Causality.NONE,
            1_000,
            null);
    message.place(message.placeByItself());
    return new SpanFactory(Resource.getDefault())
        .span(
            message,
            Objects.requireNonNull(message.place()),
            new MessageToExport.Outcome("ok", null, 2_000));
  }
}
