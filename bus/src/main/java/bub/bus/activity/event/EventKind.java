package bub.bus.activity.event;

import java.util.Locale;

/** Kinds of events in the log, with their codes on disk. */
public enum EventKind {
  SEND_START(0),
  PROCESS_START(1),
  PROCESS_FINISH(2),
  SEND_FINISH(3),
  LOG_GAP(4),

  // Events that a service of the bus adds, under names of its own.
  AGENT_REGISTERED(5),
  AGENT_REGISTRATION_FINALIZED(6),
  AGENT_REGISTRATION_REFUSED(7),
  CAPABILITIES_UPDATED(8),
  AGENT_DEREGISTERED(9),
  AGENT_EXPIRED(10),
  AUTHENTICATION_FAILED(11),
  SERVICES_DISCOVERED(12),
  REQUEST_AUTHORIZED(13),
  REQUEST_DENIED_AUTHORIZATION(14),
  REQUEST_DENIED_CONTRACT(15),
  RESPONSE_IN_PROGRESS(16),
  RESPONSE_DENIED_CONTRACT(17);

  public static final String STARTED = "start";

  private static final int FIRST_SERVICE_EVENT = 5;

  private static final EventKind[] BY_CODE = values();

  private final int code;
  private final String word;

  EventKind(int code) {
    this.code = code;
    this.word = code < FIRST_SERVICE_EVENT ? name().toLowerCase(Locale.ROOT) : name();
  }

  public int code() {
    return code;
  }

  public static EventKind of(int code) {
    return BY_CODE[code];
  }

  public String word() {
    return word;
  }
}
