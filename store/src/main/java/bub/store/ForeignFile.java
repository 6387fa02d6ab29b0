package bub.store;

import java.sql.SQLException;

/** Signals a sound database that does not belong to this program, which must not change it. */
public final class ForeignFile extends SQLException {
  private static final long serialVersionUID = 1L;

  ForeignFile(String problem) {
    super(problem);
  }
}
