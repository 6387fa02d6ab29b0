package bub.client;

import static org.assertj.core.api.Assertions.assertThat;

import bub.client.scripted.ManualTime;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The log has one line per state, whatever the number of attempts. */
class OutageLogTest {
  private final ManualTime time = new ManualTime();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(OutageLogTest.class);
  private final OutageLog outages = new OutageLog(logger, "The inbox", time);

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setLevel(null);
    logger.setAdditive(true);
  }

  private List<String> texts() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void saysNothingWhileAllIsWell() {
    outages.recovered();
    outages.recovered();

    assertThat(texts()).isEmpty();
  }

  @Test
  void logsOneLineForManyFailures() {
    for (int i = 0; i < 1_000; i++) {
      outages.failed("the disk is full");
      time.advance(Duration.ofMillis(500));
    }

    assertThat(texts())
        .containsExactly("The inbox failed: the disk is full. bub retries until it succeeds");
    assertThat(lines.list.getFirst().getLevel()).isEqualTo(Level.ERROR);
  }

  @Test
  void remindsEveryTenMinutesWithTheBeginningTheCountAndTheLatestReason() {
    outages.failed("the disk is full");
    time.advance(Duration.ofMinutes(10).minusMillis(1));
    outages.failed("the disk is full");
    assertThat(texts()).hasSize(1);

    time.advance(Duration.ofMillis(1));
    outages.failed("it cannot be written");
    outages.failed("it cannot be written");
    time.advance(Duration.ofMinutes(10));
    outages.failed("it cannot be written");

    assertThat(texts().subList(1, texts().size()))
        .containsExactly(
            "The inbox has been failing since 2026-01-01T00:00:00Z (3 failures): it cannot be"
                + " written",
            "The inbox has been failing since 2026-01-01T00:00:00Z (5 failures): it cannot be"
                + " written");
  }

  @Test
  void saysOnceThatItIsOverAndBeginsAnewAfterwards() {
    outages.failed("the disk is full");
    time.advance(Duration.ofSeconds(90));
    outages.failed("the disk is full");
    outages.recovered();
    outages.recovered();
    time.advance(Duration.ofSeconds(1));
    outages.failed("the disk is full again");

    assertThat(texts())
        .containsExactly(
            "The inbox failed: the disk is full. bub retries until it succeeds",
            "The inbox works again. It had been failing since 2026-01-01T00:00:00Z (2 failures)",
            "The inbox failed: the disk is full again. bub retries until it succeeds");
  }
}
