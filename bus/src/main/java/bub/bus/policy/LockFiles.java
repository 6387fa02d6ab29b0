package bub.bus.policy;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of a state directory that control access: {@code tokens.json} with the tokens that people
 * made, {@code own-tokens.json} with those of bub's own parts, and {@code lock.json}, which records
 * that the bus is locked. Only {@code bub token unlock} opens a locked bus; a file that disappears
 * does not.
 */
public final class LockFiles {
  private static final Logger LOG = LoggerFactory.getLogger(LockFiles.class);

  private final TokenFile tokens;
  private final TokenFile own;
  private final Path marker;

  private LockFiles(Path stateDirectory) {
    tokens = TokenFile.in(stateDirectory);
    own = new TokenFile(stateDirectory.resolve("own-tokens.json"));
    marker = stateDirectory.resolve("lock.json");
  }

  public static LockFiles in(Path stateDirectory) {
    return new LockFiles(stateDirectory);
  }

  /** Returns the file of tokens that people made. The bus is locked while this file exists. */
  public TokenFile tokens() {
    return tokens;
  }

  /** Returns the file of tokens of bub's own parts, which lock nothing. */
  public TokenFile own() {
    return own;
  }

  public List<StoredToken> all() throws IOException {
    List<StoredToken> made = tokens.read();
    return Stream.concat(made == null ? Stream.empty() : made.stream(), ownGrants().stream())
        .toList();
  }

  /** A damaged file is set aside: every part creates a new token. */
  public List<StoredToken> ownGrants() throws IOException {
    try {
      List<StoredToken> grants = own.read();
      return grants == null ? List.of() : grants;
    } catch (DamagedTokens damaged) {
      Path aside =
          own.path().resolveSibling(own.path().getFileName() + ".damaged-" + Instant.now());
      Files.move(own.path(), aside);
      LOG.warn("{}. Moved the file to {}. bub creates new tokens.", damaged.getMessage(), aside);
      return List.of();
    }
  }

  /** True when the bus is locked, even if its tokens are missing. */
  public boolean isLocked() throws IOException {
    LockMarker found = marker();
    return Files.exists(tokens.path()) || found != null && found.locked();
  }

  @Nullable LockMarker marker() throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(marker);
    } catch (NoSuchFileException missing) {
      return null;
    }
    try {
      return LockMarker.read(RawJson.parse(bytes, RawJson.DEFAULT_DEPTH));
    } catch (InvalidJson | InvalidField broken) {
      throw new IOException(marker + " is damaged: " + broken.getMessage(), broken);
    }
  }

  /**
   * Locks the bus with the new tokens; returns false when nothing changed. If {@code beforeCommit}
   * fails, nothing changes.
   */
  public boolean update(TokenFile.Change change, TokenFile.Step beforeCommit) throws IOException {
    return tokens.exclusively(
        () -> {
          List<StoredToken> before = tokens.read();
          LockMarker current = marker();
          if (before == null && current != null && current.locked()) {
            throw missing();
          }
          List<StoredToken> after =
              change.apply(before == null ? new ArrayList<>() : new ArrayList<>(before));
          if (after == null) {
            return false;
          }
          LockMarker next = current != null && current.locked() ? current : LockMarker.newLock();
          try (AtomicFile list = tokens.draft(after);
              AtomicFile mark = draft(next)) {
            beforeCommit.run();
            list.commit();
            mark.commit();
          }
          return true;
        });
  }

  private FileSystemException missing() {
    return new FileSystemException(
        tokens.path().toString(),
        null,
        "the file is missing, but the bus is locked; restore the file, or open the bus: bub token"
            + " unlock");
  }

  /** Returns false when the bus was already open. */
  public boolean unlock() throws IOException {
    return tokens.exclusively(
        () -> {
          LockMarker current = readableMarker();
          boolean locked = Files.exists(tokens.path()) || current != null && current.locked();
          if (locked) {
            LockMarker lock = current == null ? LockMarker.newLock() : current;
            // Write the marker first: otherwise the running bus sees the missing file as a loss.
            write(lock.unlocked());
            Files.deleteIfExists(tokens.path());
          }
          return locked;
        });
  }

  /** A damaged marker must not prevent an explicit unlock. */
  private @Nullable LockMarker readableMarker() {
    try {
      return marker();
    } catch (IOException damaged) {
      return LockMarker.newLock();
    }
  }

  /** Returns the lock and its tokens. A missing or damaged file is an error, not an open bus. */
  public LockState state() throws IOException {
    return tokens.exclusively(this::current);
  }

  /** Returns false, and changes nothing, when the state is no longer {@code expected}. */
  public boolean replace(LockState expected, LockState next) throws IOException {
    return tokens.exclusively(
        () -> {
          if (!current().equals(expected)) {
            return false;
          }
          if (next.locked()) {
            try (AtomicFile list = tokens.draft(List.copyOf(next.tokens().values()));
                AtomicFile mark = draft(new LockMarker(next.lockId(), true))) {
              list.commit();
              mark.commit();
            }
          } else if (expected.locked()) {
            // The running bus accepts only the unlock of the lock that it knows.
            write(new LockMarker(expected.lockId(), false));
            Files.deleteIfExists(tokens.path());
          }
          return true;
        });
  }

  private LockState current() throws IOException {
    List<StoredToken> list = tokens.read();
    if (list == null) {
      LockMarker mark = marker();
      if (mark != null && mark.locked()) {
        throw missing();
      }
      return mark == null ? LockState.OPEN : LockState.opened(mark.id());
    }
    LockMarker mark = stored();
    LockMarker lock = mark == null || !mark.locked() ? write(LockMarker.newLock()) : mark;
    return LockState.locked(lock.id(), list);
  }

  /** Writes a missing marker, as in version 0.2.0. Null when the tokens were removed meanwhile. */
  @Nullable LockMarker adopt() throws IOException {
    LockMarker before = stored();
    if (before != null && before.locked()) {
      return before;
    }
    return tokens.<@Nullable LockMarker>exclusively(
        () -> {
          LockMarker current = stored();
          if (!Files.exists(tokens.path()) || current != null && current.locked()) {
            return current;
          }
          return write(LockMarker.newLock());
        });
  }

  private @Nullable LockMarker stored() {
    try {
      return marker();
    } catch (IOException damaged) {
      return null;
    }
  }

  private LockMarker write(LockMarker next) throws IOException {
    try (AtomicFile draft = draft(next)) {
      draft.commit();
    }
    return next;
  }

  private AtomicFile draft(LockMarker next) throws IOException {
    return AtomicFile.of(marker, next.toRaw().toByteArray()).forOwnerOfDirectory();
  }

  /** True when it is certain that neither a token file nor a marker exists. */
  boolean areAbsent() {
    return Files.notExists(tokens.path()) && Files.notExists(marker);
  }

  /** Returns null when a file is unreadable. */
  public @Nullable List<FileVersion> versions() {
    try {
      return List.of(
          FileVersion.of(tokens.path()), FileVersion.of(own.path()), FileVersion.of(marker));
    } catch (IOException unreadable) {
      return null;
    }
  }
}
