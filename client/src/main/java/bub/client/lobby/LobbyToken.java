package bub.client.lobby;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.TokenSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Token that proves ownership of an agent's id. The lobby issues it once; from then on, nobody
 * connects under that id without it. Safe for any thread.
 */
public final class LobbyToken implements TokenSource {
  private final @Nullable Path file;
  private volatile @Nullable String current;

  private LobbyToken(@Nullable Path file) {
    this.file = file;
  }

  /** For agents that choose a new id at each start. */
  public static LobbyToken inMemory() {
    return new LobbyToken(null);
  }

  /** In a file that only its owner can read, so that a restarted agent can reconnect. */
  public static LobbyToken file(Path file) {
    return new LobbyToken(file.toAbsolutePath());
  }

  @Override
  public @Nullable String read() throws IOException {
    return file != null && Files.exists(file) ? TokenSource.file(file).read() : current;
  }

  /** Stored before the request, so that the agent can register again after a lost answer. */
  String propose() throws IOException {
    String kept = read();
    if (kept == null) {
      kept = UUID.randomUUID().toString();
      keep(kept);
    }
    return kept;
  }

  boolean isKept() {
    return current != null || file != null && Files.exists(file);
  }

  void keep(String token) throws IOException {
    current = token; // even if the disk fails: this process can still reconnect
    if (file != null) {
      write(file, token);
    }
  }

  void forget() throws IOException {
    current = null;
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }

  /** Atomic: half a token would lock its agent out. */
  private static void write(Path file, String token) throws IOException {
    Path directory = file.getParent();
    Files.createDirectories(directory);
    Path next = Files.createTempFile(directory, ".token", ".new", ownerOnly(file));
    try {
      try (var channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap((token + "\n").getBytes(UTF_8)));
        channel.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return file == null ? "a token in memory" : "the token in " + file;
  }
}
