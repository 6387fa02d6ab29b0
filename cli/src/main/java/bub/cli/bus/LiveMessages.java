package bub.cli.bus;

import bub.protocol.ActivityRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Live events grouped by message, each passed on when it is finished. One thread only. */
final class LiveMessages {
  /** Some messages never finish. */
  private static final int MAX_OPEN = 10_000;

  private final Map<String, List<ActivityRow>> open =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<ActivityRow>> eldest) {
          return size() > MAX_OPEN;
        }
      };
  private final Consumer<LoggedMessage> finished;

  LiveMessages(Consumer<LoggedMessage> finished) {
    this.finished = finished;
  }

  /** Continues a message that was not finished when the log was read. */
  void begin(LoggedMessage unfinished) {
    open.put(unfinished.events().getFirst().messageId(), new ArrayList<>(unfinished.events()));
  }

  void add(ActivityRow row) {
    if (row.event().equals(LoggedMessage.GAP)) {
      finished.accept(new LoggedMessage(List.of(row)));
    } else if (row.event().equals(LoggedMessage.START)) {
      open.put(row.messageId(), new ArrayList<>(List.of(row)));
    } else {
      List<ActivityRow> events = open.get(row.messageId());
      if (events != null) {
        events.add(row);
        if (row.event().equals(LoggedMessage.FINISH)) {
          open.remove(row.messageId());
          finished.accept(new LoggedMessage(List.copyOf(events)));
        }
      }
    }
  }
}
