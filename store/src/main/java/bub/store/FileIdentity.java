package bub.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Identity of the file at a path at one moment. It detects that the file was removed or replaced:
 * the process can still write to the open file after that, but the data is lost.
 */
public record FileIdentity(Path path, @Nullable Object key) {

  public static FileIdentity of(Path path) {
    return new FileIdentity(path, keyOf(path));
  }

  /** True while the path still leads to the same file. */
  public boolean isStillThere() {
    return key != null && key.equals(keyOf(path));
  }

  /** Device and inode of the file; null when the file does not exist. */
  private static @Nullable Object keyOf(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (IOException missing) {
      return null;
    }
  }
}
