package bub.bus.policy;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A list of tokens on disk, hashed, for its owner only. Written whole and moved into place, so a
 * reader sees one state or the next.
 */
public final class TokenFile {
  /** Two threads of one process cannot hold the same file lock. */
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  /** Makes the new list from the old one; null leaves the file as it is. */
  @FunctionalInterface
  public interface Change {
    @Nullable List<StoredToken> apply(List<StoredToken> before);
  }

  /** Work on files, done while nobody else changes the tokens. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /** A step that runs when the new list is on disk but not yet in place. */
  @FunctionalInterface
  public interface Step {
    void run() throws IOException;
  }

  private final Path path;

  public TokenFile(Path path) {
    this.path = path;
  }

  /** The tokens that people made. */
  public static TokenFile in(Path stateDirectory) {
    return new TokenFile(stateDirectory.resolve("tokens.json"));
  }

  public Path path() {
    return path;
  }

  /** The tokens, or null when there is no file. */
  public @Nullable List<StoredToken> read() throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(path);
    } catch (NoSuchFileException missing) {
      return null;
    }
    try {
      RawJson json = RawJson.parse(bytes, RawJson.DEFAULT_DEPTH);
      return NestedFields.objects(
          NestedFields.fields("tokens file", json), "tokens", StoredToken::read);
    } catch (InvalidJson | InvalidField broken) {
      throw new DamagedTokens(path, broken);
    }
  }

  /** Changes the list; false when the change left it alone. Two at once wait for each other. */
  public boolean update(Change change) throws IOException {
    return update(change, () -> {});
  }

  /**
   * Changes the list; false when the change left it alone. Two at once wait for each other.
   *
   * @param beforeCommit runs once the new list is safely on disk; when it fails nothing changes
   */
  public boolean update(Change change, Step beforeCommit) throws IOException {
    return exclusively(
        () -> {
          List<StoredToken> before = read();
          List<StoredToken> after =
              change.apply(before == null ? new ArrayList<>() : new ArrayList<>(before));
          if (after == null) {
            return false;
          }
          try (AtomicFile draft = draft(after)) {
            beforeCommit.run();
            draft.commit();
          }
          return true;
        });
  }

  /** Runs {@code work} while no other thread or process changes this list. */
  <T extends @Nullable Object> T exclusively(Work<T> work) throws IOException {
    Path guard = path.resolveSibling(path.getFileName() + ".lock");
    IN_THIS_PROCESS.lock();
    try (FileChannel channel = FileChannel.open(guard, CREATE, WRITE, NOFOLLOW_LINKS);
        FileLock _ = channel.lock()) {
      AtomicFile.giveAway(guard);
      return work.run();
    } finally {
      IN_THIS_PROCESS.unlock();
    }
  }

  AtomicFile draft(List<StoredToken> grants) throws IOException {
    JsonValue document =
        out -> {
          out.beginObject().field("version", 1).name("tokens").beginArray();
          grants.forEach(out::value);
          out.endArray().endObject();
        };
    return AtomicFile.of(path, document.toRaw().toByteArray()).forOwnerOfDirectory();
  }
}
