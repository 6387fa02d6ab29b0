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
 * The files of a state directory that decide who may connect: {@code tokens.json} with the tokens
 * that people made, {@code own-tokens.json} with those of bub's own parts, and {@code lock.json},
 * which records that the bus is locked. Only {@code bub token unlock} opens a locked bus; a file
 * that disappears does not.
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

  /** The tokens that people made; the bus is locked as long as this file is there. */
  public TokenFile tokens() {
    return tokens;
  }

  /** The tokens of bub's own parts, which lock nothing. */
  public TokenFile own() {
    return own;
  }

  /** Every token there is. */
  public List<StoredToken> all() throws IOException {
    List<StoredToken> made = tokens.read();
    return Stream.concat(made == null ? Stream.empty() : made.stream(), ownGrants().stream())
        .toList();
  }

  /**
   * The tokens of bub's own parts. A damaged list is set aside: every part makes itself a new
   * token.
   */
  public List<StoredToken> ownGrants() throws IOException {
    try {
      List<StoredToken> grants = own.read();
      return grants == null ? List.of() : grants;
    } catch (DamagedTokens damaged) {
      Path aside =
          own.path().resolveSibling(own.path().getFileName() + ".damaged-" + Instant.now());
      Files.move(own.path(), aside);
      LOG.warn("{}; it was moved to {}, and new tokens are made", damaged.getMessage(), aside);
      return List.of();
    }
  }

  /** True when the bus is locked, also when its tokens are missing. */
  public boolean isLocked() throws IOException {
    LockMarker found = marker();
    return Files.exists(tokens.path()) || found != null && found.locked();
  }

  /** The marker, or null when there is none. */
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
   * Changes the tokens that people made, and locks the bus with them. False when the change left
   * everything alone.
   *
   * @param beforeCommit runs once everything is safely on disk; when it fails nothing changes
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
        "is missing although this bus is locked; put it back, or open the bus: bub token unlock");
  }

  /** Opens the bus and removes the tokens that people made; false when it was open already. */
  public boolean unlock() throws IOException {
    return tokens.exclusively(
        () -> {
          LockMarker current = readableMarker();
          boolean locked = Files.exists(tokens.path()) || current != null && current.locked();
          if (locked) {
            LockMarker lock = current == null ? LockMarker.newLock() : current;
            // The marker first: without it the running bus would take the missing file for a loss.
            write(lock.unlocked());
            Files.deleteIfExists(tokens.path());
          }
          return locked;
        });
  }

  /** A damaged marker keeps nobody from opening the bus on purpose. */
  private @Nullable LockMarker readableMarker() {
    try {
      return marker();
    } catch (IOException damaged) {
      return LockMarker.newLock();
    }
  }

  /**
   * The marker of a bus that has tokens; written when there is none, as in a state directory of
   * version 0.2.0. Null when the tokens were removed meanwhile.
   */
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

  /** The marker as stored; null when there is none that can be read. */
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

  /** True when there certainly is neither a token file nor a marker. */
  boolean areAbsent() {
    return Files.notExists(tokens.path()) && Files.notExists(marker);
  }

  /** Tells one state of the files from the next; null when that cannot be told. */
  @Nullable List<FileVersion> versions() {
    try {
      return List.of(
          FileVersion.of(tokens.path()), FileVersion.of(own.path()), FileVersion.of(marker));
    } catch (IOException unreadable) {
      return null;
    }
  }
}
