package bub.protocol.lobby;

/** Payload types of the messages between peers of the bus and the lobby. */
public final class LobbyTypes {
  /** Common prefix. Only the lobby sends or receives these types. */
  public static final String PREFIX = "lobby_";

  public static final String REGISTER = "lobby_register";
  public static final String UPDATE = "lobby_update";
  public static final String DEREGISTER = "lobby_deregister";
  public static final String DISCOVER = "lobby_discover";
  public static final String AGENTS = "lobby_agents";
  public static final String REQUEST = "lobby_request";

  /** Interim answer to a caller whose request is still in progress. */
  public static final String PROGRESS = "lobby_progress";

  private LobbyTypes() {}
}
