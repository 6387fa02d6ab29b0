package bub.lobby.store;

import bub.store.StorageFault;
import bub.store.StoreInUse;
import bub.store.StoreSchema.ForeignFile;
import bub.store.StoreUnusable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** Errors of the store for people: the problem and the remedy. */
final class StoreErrors {
  private StoreErrors() {}

  static IOException opening(Path file, Exception cause) {
    return switch (cause) {
      case StoreInUse inUse -> inUse;
      case SQLException damage when StorageFault.of(damage) == StorageFault.DAMAGED ->
          new StoreUnusable(
              """
              cannot use the lobby's store %s: %s
                restore a backup, or start with an empty store:  mv %s %s.damaged
                (then every agent must register again)\
              """
                  .formatted(file, cause.getMessage(), file, file),
              cause);
      case ForeignFile _ ->
          new StoreUnusable(
              """
              cannot use %s as the lobby's store: %s
                move the file away, or choose another state directory\
              """
                  .formatted(file, cause.getMessage()),
              cause);
      default ->
          new StoreUnusable(
              """
              cannot open the lobby's store %s: %s
                free disk space, or give this user write access to %s\
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
