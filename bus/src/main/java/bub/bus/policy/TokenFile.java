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

/** List of hashed tokens on disk, for its owner only; a reader sees the old or the new state. */
public final class TokenFile {
  /** Guards threads of this process, which cannot hold the same file lock twice. */
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  /** Creates the new list from the old one; null leaves the file unchanged. */
  @FunctionalInterface
  public interface Change {
    @Nullable List<StoredToken> apply(List<StoredToken> before);
  }

  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /** Step that runs when the new list is on disk but not yet in place. */
  @FunctionalInterface
  public interface Step {
    void run() throws IOException;
  }

  private final Path path;

  public TokenFile(Path path) {
    this.path = path;
  }

  public static TokenFile in(Path stateDirectory) {
    return new TokenFile(stateDirectory.resolve("tokens.json"));
  }

  public Path path() {
    return path;
  }

  /** Returns the tokens, or null when there is no file. */
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

  public boolean update(Change change) throws IOException {
    return update(change, () -> {});
  }

  /** Returns false without a change; nothing changes when {@code beforeCommit} fails. */
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
