package bub.jsonrpc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Records the log of {@link ErrorTranslator}, and keeps it off the console. */
final class FaultLog extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger(ErrorTranslator.class.getName());
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  private FaultLog() {}

  static FaultLog watch() {
    var log = new FaultLog();
    log.logger.setUseParentHandlers(false);
    log.logger.addHandler(log);
    return log;
  }

  List<String> messages() {
    return records.stream().map(LogRecord::getMessage).toList();
  }

  List<@Nullable Throwable> thrown() {
    return records.stream().<@Nullable Throwable>map(LogRecord::getThrown).toList();
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
