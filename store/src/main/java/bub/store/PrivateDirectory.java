package bub.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Directory that only its owner can read. */
public final class PrivateDirectory {
  private PrivateDirectory() {}

  public static Path create(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    return directory;
  }
}
