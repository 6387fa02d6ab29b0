package bub.protocol.lobby;

/** Event that the lobby adds to the activity log. */
public enum LobbyEvent {
  AGENT_REGISTERED,
  AGENT_REGISTRATION_FINALIZED,
  AGENT_REGISTRATION_REFUSED,
  CAPABILITIES_UPDATED,
  AGENT_DEREGISTERED,
  AGENT_EXPIRED,
  AUTHENTICATION_FAILED,
  SERVICES_DISCOVERED,
  REQUEST_AUTHORIZED,
  REQUEST_DENIED_AUTHORIZATION,
  REQUEST_DENIED_CONTRACT,
  RESPONSE_IN_PROGRESS,
  RESPONSE_DENIED_CONTRACT;

  /** True when the event reports a refused action. */
  public boolean isRefusal() {
    return switch (this) {
      case AGENT_REGISTRATION_REFUSED,
          AUTHENTICATION_FAILED,
          REQUEST_DENIED_AUTHORIZATION,
          REQUEST_DENIED_CONTRACT,
          RESPONSE_DENIED_CONTRACT ->
          true;
      case AGENT_REGISTERED,
          AGENT_REGISTRATION_FINALIZED,
          CAPABILITIES_UPDATED,
          AGENT_DEREGISTERED,
          AGENT_EXPIRED,
          SERVICES_DISCOVERED,
          REQUEST_AUTHORIZED,
          RESPONSE_IN_PROGRESS ->
          false;
    };
  }
}
