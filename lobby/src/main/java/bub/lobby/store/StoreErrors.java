package bub.lobby.store;

import bub.store.ForeignFile;
import bub.store.StorageFault;
import bub.store.StoreInUse;
import bub.store.StoreUnusable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** Describes why the store cannot work, and what to do about it. */
final class StoreErrors {
  private StoreErrors() {}

  /** Reason why the file cannot be opened or read at the start. */
  static IOException opening(Path file, Exception cause) {
    return switch (cause) {
      case StoreInUse inUse -> inUse;
      case SQLException damage when StorageFault.of(damage) == StorageFault.DAMAGED ->
          new StoreUnusable(
              """
              cannot use the lobby's store %s: %s
                put a copy of it back, or start with none:  mv %s %s.damaged
                (every agent then registers anew)\
              """
                  .formatted(file, cause.getMessage(), file, file),
              cause);
      case ForeignFile _ ->
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
