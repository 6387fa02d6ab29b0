package bub.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Identity of a path's file, to notice its removal: data written to the open file is then lost. */
public record FileIdentity(Path path, @Nullable Object key) {

  public static FileIdentity of(Path path) {
    return new FileIdentity(path, keyOf(path));
  }

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
