package bub.bus.activity;

import bub.protocol.lobby.LobbyEvent;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The events of the log, with their numbers on disk. */
enum EventKind {
  SEND_START(0),
  PROCESS_START(1),
  PROCESS_FINISH(2),
  SEND_FINISH(3),
  /** Stands where events were lost. */
  LOG_GAP(4),

  // What the lobby did, by its own names.
  AGENT_REGISTERED(5, LobbyEvent.AGENT_REGISTERED),
  AGENT_REGISTRATION_FINALIZED(6, LobbyEvent.AGENT_REGISTRATION_FINALIZED),
  AGENT_REGISTRATION_REFUSED(7, LobbyEvent.AGENT_REGISTRATION_REFUSED),
  CAPABILITIES_UPDATED(8, LobbyEvent.CAPABILITIES_UPDATED),
  AGENT_DEREGISTERED(9, LobbyEvent.AGENT_DEREGISTERED),
  AGENT_EXPIRED(10, LobbyEvent.AGENT_EXPIRED),
  AUTHENTICATION_FAILED(11, LobbyEvent.AUTHENTICATION_FAILED),
  SERVICES_DISCOVERED(12, LobbyEvent.SERVICES_DISCOVERED),
  REQUEST_AUTHORIZED(13, LobbyEvent.REQUEST_AUTHORIZED),
  REQUEST_DENIED_AUTHORIZATION(14, LobbyEvent.REQUEST_DENIED_AUTHORIZATION),
  REQUEST_DENIED_CONTRACT(15, LobbyEvent.REQUEST_DENIED_CONTRACT),
  RESPONSE_IN_PROGRESS(16, LobbyEvent.RESPONSE_IN_PROGRESS),
  RESPONSE_DENIED_CONTRACT(17, LobbyEvent.RESPONSE_DENIED_CONTRACT);

  /** The status of an event that only begins something. */
  static final String STARTED = "start";

  private static final EventKind[] BY_CODE = values();
  private static final Map<LobbyEvent, EventKind> BY_LOBBY_EVENT = new EnumMap<>(LobbyEvent.class);

  static {
    for (LobbyEvent event : LobbyEvent.values()) {
      BY_LOBBY_EVENT.put(event, valueOf(event.name()));
    }
  }

  private final int code;
  private final String word;

  EventKind(int code) {
    this.code = code;
    this.word = name().toLowerCase(Locale.ROOT);
  }

  EventKind(int code, LobbyEvent event) {
    this.code = code;
    this.word = event.name();
  }

  int code() {
    return code;
  }

  static EventKind of(int code) {
    return BY_CODE[code];
  }

  static EventKind of(LobbyEvent event) {
    return Objects.requireNonNull(BY_LOBBY_EVENT.get(event));
  }

  /** The name in the log's {@code event} column. */
  String word() {
    return word;
  }
}
