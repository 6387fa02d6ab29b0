package bub.bus.policy;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.UUID;

/**
 * File that is first written under a temporary name, for its owner only, and then moved into place.
 * Errors for lack of space occur before the destination changes. A link at the destination is
 * replaced, never followed.
 */
public final class AtomicFile implements AutoCloseable {
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path draft;
  private final Path destination;

  private AtomicFile(Path draft, Path destination) {
    this.draft = draft;
    this.destination = destination;
  }

  public static AtomicFile of(Path destination, byte[] content) throws IOException {
    if (Files.isDirectory(destination, NOFOLLOW_LINKS)) {
      throw new FileSystemException(destination.toString(), null, "is a directory");
    }
    Path target = destination.toAbsolutePath();
    Path draft = target.resolveSibling("draft" + UUID.randomUUID() + ".new");
    try (FileChannel channel = FileChannel.open(draft, Set.of(CREATE_NEW, WRITE), OWNER_ONLY)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      // A nearly full disk accepts a part; the next write then reports that it is full.
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    } catch (IOException failed) {
      Files.deleteIfExists(draft);
      throw failed;
    }
    return new AtomicFile(draft, target);
  }

  /** Changes the owner to that of the directory, because root may prepare files for a service. */
  AtomicFile forOwnerOfDirectory() throws IOException {
    giveAway(draft);
    return this;
  }

  /** Changes the owner of {@code file}, or of a link at its path, to the owner of its directory. */
  static void giveAway(Path file) throws IOException {
    UserPrincipal owner = Files.getOwner(file.toAbsolutePath().getParent());
    var view = Files.getFileAttributeView(file, FileOwnerAttributeView.class, NOFOLLOW_LINKS);
    if (!view.getOwner().equals(owner) && System.getProperty("user.name").equals("root")) {
      view.setOwner(owner);
    }
  }

  public void commit() throws IOException {
    Files.move(
        draft, destination, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(draft);
  }
}
