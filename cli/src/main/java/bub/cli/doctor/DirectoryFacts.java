package bub.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a directory, or of its nearest existing ancestor.
 *
 * @param seen the directory itself, or that ancestor
 * @param writable true when this user may write there
 * @param fileSystem type of the file system, such as {@code ext4}
 */
record DirectoryFacts(
    Path directory,
    Path seen,
    boolean isDirectory,
    boolean writable,
    String owner,
    Set<PosixFilePermission> permissions,
    String fileSystem,
    long freeBytes) {
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  static DirectoryFacts of(Path path) throws IOException {
    Path directory = path.toAbsolutePath();
    Path seen = nearest(directory);
    PosixFileAttributes attributes = Files.readAttributes(seen, PosixFileAttributes.class);
    FileStore store = Files.getFileStore(seen);
    return new DirectoryFacts(
        directory,
        seen,
        attributes.isDirectory(),
        Files.isWritable(seen),
        attributes.owner().getName(),
        attributes.permissions(),
        store.type(),
        store.getUsableSpace());
  }

  private static Path nearest(Path directory) throws IOException {
    @Nullable Path at = directory;
    while (at != null && !Files.exists(at)) {
      at = at.getParent();
    }
    if (at == null) {
      throw new IOException(directory + " and all its parents are missing");
    }
    return at;
  }

  boolean exists() {
    return directory.equals(seen);
  }

  /** True when users other than the owner may read or write there. */
  boolean isOpenToOthers() {
    return !OWNERS.containsAll(permissions);
  }
}
