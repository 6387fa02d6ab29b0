package bub.bus.activity;

import java.util.Locale;

/** The events of the log, with their numbers on disk. */
enum EventKind {
  SEND_START(0),
  PROCESS_START(1),
  PROCESS_FINISH(2),
  SEND_FINISH(3),
  /** Stands where events were lost. */
  LOG_GAP(4);

  /** The status of an event that only begins something. */
  static final String STARTED = "start";

  private static final EventKind[] BY_CODE = values();

  private final int code;
  private final String word = name().toLowerCase(Locale.ROOT);

  EventKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static EventKind of(int code) {
    return BY_CODE[code];
  }

  /** The name in the log's {@code event} column. */
  String word() {
    return word;
  }
}
