package bub.cli.reach;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bus.policy.FileDraft;
import bub.bus.policy.Grant;
import bub.bus.policy.LockFiles;
import bub.bus.policy.Principal;
import bub.bus.policy.Secret;
import bub.bus.policy.TokenFile;
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

/**
 * The tokens of this machine: made, changed and withdrawn, also while the bus runs. What fails
 * changes nothing: it locks no bus, and leaves no token of which nobody has the secret.
 */
public final class Tokens {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Names that the token of this user covers. */
  static final Pattern LOCAL_CLIENTS = Pattern.of("cli:*");

  private static final List<Pattern> EVERYTHING = List.of(Pattern.of("*"));
  private static final TokenFile.Step NOTHING = () -> {};

  private final LockFiles files;
  private final Path localToken;

  public Tokens(Directories directories) {
    files = LockFiles.in(directories.state());
    localToken = localToken(directories);
  }

  /** Where the command line of this user finds its own token. */
  public static Path localToken(Directories directories) {
    return directories.state().resolve("local.token");
  }

  public LockFiles files() {
    return files;
  }

  /** Every token there is, those of bub's own parts included. */
  public List<Grant> list() throws IOException {
    return files.all();
  }

  public boolean isLocked() throws IOException {
    return files.isLocked();
  }

  /** Makes a token; {@code principal} gets its id. */
  public Secret create(Function<String, Principal> principal) throws IOException {
    return create(principal, null);
  }

  /** Makes a token, locks the bus with it, and writes it to a file, unless that is null. */
  public Secret create(Function<String, Principal> principal, @Nullable Path out)
      throws IOException {
    Secret secret = Secret.random(RANDOM);
    var grant = new Grant(principal.apply(secret.id()), secret.hash(), Instant.now());
    try (FileDraft draft = out == null ? null : draft(out, secret)) {
      files.update(
          grants -> {
            grants.add(grant);
            return grants;
          },
          () -> {
            // Before the lock takes effect: the command line of this user goes on working.
            ensureLocalToken();
            commit(draft);
          });
    }
    return secret;
  }

  /** Makes a token that locks nothing, for a part of bub. */
  Secret createOwn(Function<String, Principal> principal, Path out, boolean reserved)
      throws IOException {
    Secret secret = Secret.random(RANDOM);
    Principal made = principal.apply(secret.id());
    var grant = new Grant(made, secret.hash(), Instant.now(), reserved);
    try (FileDraft draft = draft(out, secret)) {
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

  /** False when there is no such token. */
  public boolean revoke(String id) throws IOException {
    return change(
        id, grants -> grants.removeIf(grant -> grant.principal().id().equals(id)), NOTHING);
  }

  /** Replaces a token by a new one with the same rights; null when there is no such token. */
  public @Nullable Secret rotate(String id, @Nullable Path out) throws IOException {
    Secret secret = Secret.random(RANDOM);
    try (FileDraft draft = out == null ? null : draft(out, secret)) {
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

  /** Edits a list of tokens. */
  private interface Edit {
    void apply(List<Grant> grants);
  }

  /** Edits the list that has this token; false, and nothing changes, when none has it. */
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
    List<Grant> grants = file.read();
    return grants != null && grants.stream().anyMatch(grant -> grant.principal().id().equals(id));
  }

  /** Opens a locked bus; the tokens that people made are gone. False when it was open. */
  public boolean unlock() throws IOException {
    boolean wasLocked = files.unlock();
    if (wasLocked) {
      ensureLocalToken();
    }
    return wasLocked;
  }

  /** So that the command line of this user works on a locked bus, and is known on an open one. */
  public void ensureLocalToken() throws IOException {
    if (!isKnown(localToken, list())) {
      createOwn(
          id ->
              new Principal(id, LOCAL_CLIENTS, EVERYTHING, EVERYTHING, Set.of(), true, true, null),
          localToken,
          false);
    }
  }

  /** True when the token in this file is one of these. */
  static boolean isKnown(Path file, List<Grant> grants) throws IOException {
    if (!Files.isReadable(file)) {
      return false;
    }
    Secret secret = Secret.parse(Files.readString(file).strip());
    return secret != null && grants.stream().anyMatch(grant -> grant.isOf(secret));
  }

  private static FileDraft draft(Path path, Secret secret) throws IOException {
    return FileDraft.of(path, (secret.text() + "\n").getBytes(UTF_8));
  }

  private static void commit(@Nullable FileDraft draft) throws IOException {
    if (draft != null) {
      draft.commit();
    }
  }
}
