package bub.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** File that only its owner can read. SQLite gives the companion files the same mode. */
public final class PrivateFile {
  private PrivateFile() {}

  public static void create(Path path) throws IOException {
    if (Files.exists(path)) {
      return;
    }
    FileAttribute<?>[] mode =
        path.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try {
      Files.createFile(path, mode);
    } catch (FileAlreadyExistsException byAnother) {
      // Another process created it first, with the same mode.
    }
  }
}
