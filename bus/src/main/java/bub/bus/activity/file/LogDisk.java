package bub.bus.activity.file;

import bub.store.StorageFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** State of the log's disk: a full or read-only disk may recover. */
final class LogDisk {
  private LogDisk() {}

  static boolean isFullOrReadOnly(Path folder, Exception failure) {
    return StorageFault.of(failure) == StorageFault.FULL || isReadOnly(folder);
  }

  private static boolean isReadOnly(Path folder) {
    try {
      return Files.getFileStore(existing(folder)).isReadOnly();
    } catch (IOException unknown) {
      return false;
    }
  }

  private static Path existing(Path folder) {
    Path parent = folder.getParent();
    return Files.exists(folder) || parent == null ? folder : existing(parent);
  }
}
