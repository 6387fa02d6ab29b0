package bub.lobby.store;

import bub.store.StorageFault;
import bub.store.StoreUnusable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** Says in words what keeps the store from working, and what to do about it. */
final class StoreErrors {
  private StoreErrors() {}

  /** Why the file cannot be opened or read at the start. */
  static IOException opening(Path file, Exception cause) {
    return switch (cause) {
      case LobbyStoreInUse inUse -> inUse;
      case SQLException damage when StorageFault.of(damage) == StorageFault.DAMAGED ->
          new StoreUnusable(
              """
              cannot use the lobby's store %s: %s
                put a copy of it back, or start with none:  mv %s %s.damaged
                (every agent then registers anew)\
              """
                  .formatted(file, cause.getMessage(), file, file),
              cause);
      case NotALobbyFile _ ->
          new StoreUnusable(
              """
              cannot use %s as the lobby's store: %s
                move it away, or choose another state directory\
              """
                  .formatted(file, cause.getMessage()),
              cause);
      default ->
          new StoreUnusable(
              """
              cannot open the lobby's store %s: %s
                make room on the disk, or let this user write to %s\
              """
                  .formatted(file, words(cause), file.getParent()),
              cause);
    };
  }

  /** Why one thing could not be done. */
  static IOException using(Path file, Exception cause) {
    StorageFault fault = StorageFault.of(cause);
    String problem =
        fault == StorageFault.FULL
            ? "cannot grow: the disk is full"
            : "fails: " + (fault == null ? cause.getMessage() : fault.words());
    return new IOException("the lobby's store " + file + " " + problem, cause);
  }

  private static String words(Exception cause) {
    StorageFault fault = StorageFault.of(cause);
    return fault == null ? String.valueOf(cause) : fault.words();
  }

  static boolean isDiskFullOrReadOnly(Path file, Exception cause) {
    if (StorageFault.of(cause) == StorageFault.FULL) {
      return true;
    }
    try {
      Path directory = file.getParent();
      return directory != null && Files.getFileStore(directory).isReadOnly();
    } catch (IOException unknown) {
      return false;
    }
  }
}
