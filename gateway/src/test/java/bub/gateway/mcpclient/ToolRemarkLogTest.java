package bub.gateway.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;

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

class ToolRemarkLogTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(ToolRemarkLogTest.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final SteppedTime time = new SteppedTime();
  private final ToolRemarkLog log = new ToolRemarkLog(logger, "files", time);

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.WARN);
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
  void saysTheSameOnce() {
    for (int i = 0; i < 1_000; i++) {
      log.say(List.of("2 tools are unusable", "the list is too long"));
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(texts())
        .containsExactly(
            "Tools of the MCP server files: 2 tools are unusable; the list is too long");
  }

  @Test
  void saysNothingAboutAListThatBubUsesCompletely() {
    log.say(List.of());
    assertThat(texts()).isEmpty();
  }

  @Test
  void saysAtMostOneLinePerMinuteAboutAListThatChangesAllTheTime() {
    for (int second = 0; second < 150; second++) {
      log.say(List.of(second + " tools are unusable"));
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(texts())
        .containsExactly(
            "Tools of the MCP server files: 0 tools are unusable",
            "Tools of the MCP server files: 60 tools are unusable",
            "Tools of the MCP server files: 120 tools are unusable");
  }
}
