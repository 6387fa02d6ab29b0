package bub.cli;

import bub.bus.policy.Principal;
import bub.bus.policy.Secret;
import bub.client.TokenSource;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.system.Credentials;
import bub.system.SystemAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of bub's own parts on a locked bus: made when they are needed, kept in files that only
 * this user can read, good for one address each.
 */
final class OwnPrincipals implements Credentials {

  private static final List<Pattern> TELEGRAM = List.of(Pattern.of("tg:*"));

  private final Tokens tokens;
  private final Path directory;

  OwnPrincipals(Directories directories) {
    this.tokens = new Tokens(directories);
    this.directory = directories.state().resolve("agent-tokens");
  }

  /** The system agent's own; looked for at every connect, for the bus may be locked any time. */
  TokenSource ofSystemAgent() {
    return source(SystemAgent.ADDRESS, List.of(Pattern.of("system:*")), List.of());
  }

  /** A person's at this machine's terminal. */
  TokenSource ofChat(Address chat) {
    return source(chat, List.of(), List.of());
  }

  /** That of the bridge, which speaks for everybody at Telegram. */
  TokenSource ofTelegram(Address bridge) {
    return source(bridge, TELEGRAM, TELEGRAM);
  }

  private TokenSource source(Address owner, List<Pattern> listens, List<Pattern> speaks) {
    TokenSource kept = TokenSource.file(file(owner));
    return new TokenSource() {
      @Override
      public @Nullable String read() throws IOException {
        return issue(owner, listens, speaks) == null ? null : kept.read();
      }

      @Override
      public boolean isFresh() {
        return kept.isFresh();
      }
    };
  }

  @Override
  public @Nullable Path issue(Address agent) throws IOException {
    return issue(agent, List.of(), List.of());
  }

  private synchronized @Nullable Path issue(
      Address owner, List<Pattern> listens, List<Pattern> speaks) throws IOException {
    if (!tokens.isLocked()) {
      return null;
    }
    Path file = file(owner);
    if (!Files.isReadable(file) || !isKnown(owner)) {
      forget(owner);
      Secret secret =
          tokens.create(
              id ->
                  new Principal(
                      id, Pattern.exactly(owner), listens, speaks, Set.of(), false, false, null));
      Files.createDirectories(directory);
      Tokens.writeSecret(file, secret);
    }
    return file;
  }

  private boolean isKnown(Address agent) throws IOException {
    return tokens.list().stream()
        .anyMatch(grant -> grant.principal().clientId().equals(Pattern.exactly(agent)));
  }

  @Override
  public synchronized void revoke(Address agent) throws IOException {
    forget(agent);
    Files.deleteIfExists(file(agent));
  }

  private void forget(Address agent) throws IOException {
    for (var grant : tokens.list()) {
      if (grant.principal().clientId().equals(Pattern.exactly(agent))) {
        tokens.revoke(grant.principal().id());
      }
    }
  }

  private Path file(Address agent) {
    return directory.resolve(agent.value().replace(':', '_') + ".token");
  }
}
