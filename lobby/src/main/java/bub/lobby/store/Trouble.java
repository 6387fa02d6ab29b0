package bub.lobby.store;

import java.io.IOException;
import java.nio.file.Path;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Says in words what keeps the store from working, and what to do about it. */
final class Trouble {
  private Trouble() {}

  /** Why the file cannot be opened or read at the start. */
  static IOException opening(Path file, Exception cause) {
    return switch (cause) {
      case StoreInUse inUse -> inUse;
      case SQLiteException sqlite when isDamage(sqlite.getResultCode()) ->
          new IOException(
              """
              cannot use the lobby's store %s: %s
                put a copy of it back, or start with none:  mv %s %s.damaged
                (every agent then registers anew)\
              """
                  .formatted(file, cause.getMessage(), file, file),
              cause);
      case NotALobby _ ->
          new IOException(
              """
              cannot use %s as the lobby's store: %s
                move it away, or choose another state directory\
              """
                  .formatted(file, cause.getMessage()),
              cause);
      default ->
          new IOException(
              """
              cannot open the lobby's store %s: %s
                make room on the disk, or let this user write to %s\
              """
                  .formatted(file, cause, file.getParent()),
              cause);
    };
  }

  /** Why one thing could not be done. */
  static IOException using(Path file, Exception cause) {
    boolean full =
        cause instanceof SQLiteException sqlite
            && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL;
    return new IOException(
        full
            ? "the lobby's store " + file + " cannot grow: the disk is full"
            : "the lobby's store " + file + " fails: " + cause.getMessage(),
        cause);
  }

  private static boolean isDamage(SQLiteErrorCode code) {
    // The low byte is the kind of error; the rest says where SQLite came across it.
    int kind = code.code & 0xff;
    return kind == SQLiteErrorCode.SQLITE_CORRUPT.code
        || kind == SQLiteErrorCode.SQLITE_NOTADB.code;
  }
}
