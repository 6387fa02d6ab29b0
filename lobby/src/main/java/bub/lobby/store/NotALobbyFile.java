package bub.lobby.store;

import java.sql.SQLException;

/** A sound database, but none that this program can keep its lobby in. */
final class NotALobbyFile extends SQLException {
  private static final long serialVersionUID = 1L;

  NotALobbyFile(String problem) {
    super(problem);
  }
}
