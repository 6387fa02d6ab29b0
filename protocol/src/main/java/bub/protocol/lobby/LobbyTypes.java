package bub.protocol.lobby;

/** The payload types by which peers of the bus talk with the lobby. */
public final class LobbyTypes {
  /** What they all begin with; nobody but the lobby gets or sends them. */
  public static final String PREFIX = "lobby_";

  public static final String REGISTER = "lobby_register";
  public static final String UPDATE = "lobby_update";
  public static final String DEREGISTER = "lobby_deregister";
  public static final String DISCOVER = "lobby_discover";
  public static final String AGENTS = "lobby_agents";
  public static final String REQUEST = "lobby_request";

  /** What a caller hears while its request is still being worked on. */
  public static final String PROGRESS = "lobby_progress";

  private LobbyTypes() {}
}
