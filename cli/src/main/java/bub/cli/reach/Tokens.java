package bub.cli.reach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import bub.bus.policy.Grant;
import bub.bus.policy.Principal;
import bub.bus.policy.Secret;
import bub.bus.policy.TokenFile;
import bub.protocol.Pattern;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tokens of this machine: made, changed and withdrawn, also while the bus runs. */
public final class Tokens {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Pattern LOCAL_CLIENTS = Pattern.of("cli:*");
  private static final FileAttribute<?> OWNERS_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final List<Pattern> EVERYTHING = List.of(Pattern.of("*"));

  private final TokenFile file;
  private final Path localToken;

  public Tokens(Directories directories) {
    file = TokenFile.in(directories.state());
    localToken = localToken(directories);
  }

  /** Where the command line of this user finds its own token. */
  public static Path localToken(Directories directories) {
    return directories.state().resolve("local.token");
  }

  public TokenFile file() {
    return file;
  }

  public List<Grant> list() throws IOException {
    List<Grant> grants = file.read();
    return grants == null ? List.of() : grants;
  }

  public boolean isLocked() throws IOException {
    return file.read() != null;
  }

  /** Makes a token; {@code principal} gets its id. The command line's own is made along with it. */
  public Secret create(Function<String, Principal> principal) throws IOException {
    return create(principal, null);
  }

  /**
   * Makes a token and writes it to a file, unless that is null. What cannot be made or written
   * leaves everything as it was: the bus open, and no token of which nobody has the secret.
   */
  public Secret create(Function<String, Principal> principal, @Nullable Path out)
      throws IOException {
    Secret secret = Secret.random(RANDOM);
    var grant = new Grant(principal.apply(secret.id()), secret.hash(), Instant.now());
    Path draft = out == null ? null : draft(out, secret);
    try {
      ensureLocalToken();
      file.update(
          grants -> {
            grants.add(grant);
            return grants;
          });
      if (out != null && draft != null) {
        replace(draft, out);
      }
      return secret;
    } finally {
      if (draft != null) {
        Files.deleteIfExists(draft);
      }
    }
  }

  /** False when there is no such token. */
  public boolean revoke(String id) throws IOException {
    boolean known = list().stream().anyMatch(grant -> grant.principal().id().equals(id));
    file.update(
        grants -> {
          grants.removeIf(grant -> grant.principal().id().equals(id));
          return grants;
        });
    return known;
  }

  /** So that the command line of the user who locked the bus goes on working. */
  public void ensureLocalToken() throws IOException {
    boolean known =
        Files.isReadable(localToken)
            && list().stream()
                .anyMatch(grant -> grant.principal().clientId().equals(LOCAL_CLIENTS));
    if (known) {
      return;
    }
    Secret secret = Secret.random(RANDOM);
    var local =
        new Principal(
            secret.id(), LOCAL_CLIENTS, EVERYTHING, EVERYTHING, Set.of(), true, true, null);
    file.update(
        grants -> {
          grants.removeIf(grant -> grant.principal().clientId().equals(LOCAL_CLIENTS));
          grants.add(new Grant(local, secret.hash(), Instant.now()));
          return grants;
        });
    writeSecret(localToken, secret);
  }

  /** Writes a token to a file of its own, for its owner only. */
  public static void writeSecret(Path path, Secret secret) throws IOException {
    replace(draft(path, secret), path);
  }

  private static Path draft(Path path, Secret secret) throws IOException {
    if (Files.isDirectory(path)) {
      throw new FileSystemException(path.toString(), null, "is a directory");
    }
    Path next = path.toAbsolutePath().resolveSibling("token" + UUID.randomUUID() + ".new");
    // Made and written at once: nobody can put a link in its place in between.
    try (var channel = Files.newByteChannel(next, Set.of(CREATE_NEW, WRITE), OWNERS_FILE);
        var out = Channels.newOutputStream(channel)) {
      out.write((secret.text() + "\n").getBytes(UTF_8));
    }
    return next;
  }

  private static void replace(Path draft, Path path) throws IOException {
    Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
