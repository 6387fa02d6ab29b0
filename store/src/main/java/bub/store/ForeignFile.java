package bub.store;

import java.sql.SQLException;

/** A sound database that this program must leave alone. */
public final class ForeignFile extends SQLException {
  private static final long serialVersionUID = 1L;

  ForeignFile(String problem) {
    super(problem);
  }
}
