package bub.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The file that had a name at one moment, so that its removal or replacement can be noticed: an
 * open file can still be written after that, and everything written is lost.
 */
public record FileIdentity(Path path, @Nullable Object key) {

  public static FileIdentity of(Path path) {
    return new FileIdentity(path, keyOf(path));
  }

  /** True while the same file is at its path. */
  public boolean isStillThere() {
    return key != null && key.equals(keyOf(path));
  }

  /** The device and the number of the file; null when there is none. */
  private static @Nullable Object keyOf(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (IOException missing) {
      return null;
    }
  }
}
