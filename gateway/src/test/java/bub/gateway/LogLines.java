package bub.gateway;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Lines that one class logs, in place of the console. */
public final class LogLines implements AutoCloseable {
  private final List<String> texts = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
          texts.add(line.getFormattedMessage());
        }
      };

  private LogLines(Logger logger) {
    this.logger = logger;
  }

  public static LogLines of(Class<?> type) {
    var lines = new LogLines((Logger) LoggerFactory.getLogger(type));
    lines.appender.start();
    lines.logger.setLevel(Level.INFO);
    lines.logger.setAdditive(false);
    lines.logger.addAppender(lines.appender);
    return lines;
  }

  public org.slf4j.Logger logger() {
    return logger;
  }

  public List<String> texts() {
    return List.copyOf(texts);
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setLevel(null);
    logger.setAdditive(true);
  }
}
