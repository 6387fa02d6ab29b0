package bub.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bus.policy.AtomicFile;
import bub.bus.policy.LockFiles;
import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenFile;
import bub.bus.policy.TokenSecret;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tokens of this machine, also while the bus runs; a failed operation changes nothing. */
public final class TokenAdministration {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Names that the token of this user covers. */
  static final Pattern LOCAL_CLIENTS = Pattern.of("cli:*");

  private static final List<Pattern> EVERYTHING = List.of(Pattern.of("*"));
  private static final TokenFile.Step NOTHING = () -> {};

  private final LockFiles files;
  private final Path localToken;

  public TokenAdministration(BubDirectories directories) {
    files = LockFiles.in(directories.state());
    localToken = localToken(directories);
  }

  public static Path localToken(BubDirectories directories) {
    return directories.state().resolve("local.token");
  }

  public LockFiles files() {
    return files;
  }

  /** Returns all tokens, including those of bub's own parts. */
  public List<StoredToken> list() throws IOException {
    return files.all();
  }

  public boolean isLocked() throws IOException {
    return files.isLocked();
  }

  /** Locks the bus; writes the token to a file unless {@code out} is null. */
  public TokenSecret create(Function<String, Principal> principal, @Nullable Path out)
      throws IOException {
    TokenSecret secret = TokenSecret.random(RANDOM);
    var grant = new StoredToken(principal.apply(secret.id()), secret.hash(), Instant.now());
    try (AtomicFile draft = out == null ? null : draft(out, secret)) {
      files.update(
          grants -> {
            grants.add(grant);
            return grants;
          },
          () -> {
            // Done before the lock takes effect, so that the commands of this user keep working.
            ensureLocalToken();
            commit(draft);
          });
    }
    return secret;
  }

  /** Does not lock the bus. */
  TokenSecret createOwn(Function<String, Principal> principal, Path out, boolean reserved)
      throws IOException {
    TokenSecret secret = TokenSecret.random(RANDOM);
    Principal made = principal.apply(secret.id());
    var grant = new StoredToken(made, secret.hash(), Instant.now(), reserved);
    try (AtomicFile draft = draft(out, secret)) {
      files
          .own()
          .update(
              grants -> {
                grants.removeIf(old -> old.principal().clientId().equals(made.clientId()));
                grants.add(grant);
                return grants;
              },
              () -> commit(draft));
    }
    return secret;
  }

  /** Returns false when there is no such token. */
  public boolean revoke(String id) throws IOException {
    return change(
        id, grants -> grants.removeIf(grant -> grant.principal().id().equals(id)), NOTHING);
  }

  /** Keeps the rights; returns null when there is no such token. */
  public @Nullable TokenSecret rotate(String id, @Nullable Path out) throws IOException {
    TokenSecret secret = TokenSecret.random(RANDOM);
    try (AtomicFile draft = out == null ? null : draft(out, secret)) {
      boolean known =
          change(
              id,
              grants ->
                  grants.replaceAll(
                      grant ->
                          grant.principal().id().equals(id)
                              ? grant.rotated(secret, Instant.now())
                              : grant),
              () -> commit(draft));
      return known ? secret : null;
    }
  }

  private interface Edit {
    void apply(List<StoredToken> grants);
  }

  /** Returns false when no list has this token. */
  private boolean change(String id, Edit edit, TokenFile.Step beforeCommit) throws IOException {
    TokenFile.Change change =
        grants -> {
          boolean known = grants.stream().anyMatch(grant -> grant.principal().id().equals(id));
          if (!known) {
            return null;
          }
          edit.apply(grants);
          return grants;
        };
    if (has(files.tokens(), id)) {
      return files.update(change, beforeCommit);
    }
    return has(files.own(), id) && files.own().update(change, beforeCommit);
  }

  private static boolean has(TokenFile file, String id) throws IOException {
    List<StoredToken> grants = file.read();
    return grants != null && grants.stream().anyMatch(grant -> grant.principal().id().equals(id));
  }

  /** Also deletes the tokens of people; returns false when the bus was open. */
  public boolean unlock() throws IOException {
    boolean wasLocked = files.unlock();
    if (wasLocked) {
      ensureLocalToken();
    }
    return wasLocked;
  }

  /** The commands of this user then work on a locked bus and are recognized on an open one. */
  public void ensureLocalToken() throws IOException {
    if (!isKnown(localToken, list())) {
      createOwn(
          id ->
              new Principal(id, LOCAL_CLIENTS, EVERYTHING, EVERYTHING, Set.of(), true, true, null),
          localToken,
          false);
    }
  }

  static boolean isKnown(Path file, List<StoredToken> grants) throws IOException {
    if (!Files.isReadable(file)) {
      return false;
    }
    TokenSecret secret = TokenSecret.parse(Files.readString(file).strip());
    return secret != null && grants.stream().anyMatch(grant -> grant.isOf(secret));
  }

  private static AtomicFile draft(Path path, TokenSecret secret) throws IOException {
    return AtomicFile.of(path, (secret.text() + "\n").getBytes(UTF_8));
  }

  private static void commit(@Nullable AtomicFile draft) throws IOException {
    if (draft != null) {
      draft.commit();
    }
  }
}
