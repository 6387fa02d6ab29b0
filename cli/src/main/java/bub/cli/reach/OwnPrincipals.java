package bub.cli.reach;

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
public final class OwnPrincipals implements Credentials {

  private static final List<Pattern> TELEGRAM = List.of(Pattern.of("tg:*"));
  private static final List<Pattern> WEB = List.of(Pattern.of("web:*"));

  /** What a part may do beside speaking and listening as itself. */
  private record Rights(List<Pattern> listens, List<Pattern> speaks, boolean operator) {
    static final Rights NONE = new Rights(List.of(), List.of(), false);
  }

  private final Tokens tokens;
  private final Path directory;

  public OwnPrincipals(Directories directories) {
    this.tokens = new Tokens(directories);
    this.directory = directories.state().resolve("agent-tokens");
  }

  /** The system agent's own; looked for at every connect, for the bus may be locked any time. */
  public TokenSource ofSystemAgent() {
    return source(
        SystemAgent.ADDRESS, new Rights(List.of(Pattern.of("system:*")), List.of(), false));
  }

  /** A person's at this machine's terminal. */
  TokenSource ofChat(Address chat) {
    return source(chat, Rights.NONE);
  }

  /** That of the bridge, which speaks for everybody at Telegram. */
  public TokenSource ofTelegram(Address bridge) {
    return source(bridge, new Rights(TELEGRAM, TELEGRAM, false));
  }

  /** The console's: it speaks for everybody at its page, and looks into the bus. */
  public TokenSource ofConsole(Address console) {
    return source(console, new Rights(WEB, WEB, true));
  }

  private TokenSource source(Address owner, Rights rights) {
    TokenSource kept = TokenSource.file(file(owner));
    return new TokenSource() {
      @Override
      public @Nullable String read() throws IOException {
        return issue(owner, rights) == null ? null : kept.read();
      }

      @Override
      public boolean isFresh() {
        return kept.isFresh();
      }
    };
  }

  @Override
  public @Nullable Path issue(Address agent) throws IOException {
    return issue(agent, Rights.NONE);
  }

  private synchronized @Nullable Path issue(Address owner, Rights rights) throws IOException {
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
                      id,
                      Pattern.exactly(owner),
                      rights.listens(),
                      rights.speaks(),
                      Set.of(),
                      false,
                      rights.operator(),
                      null));
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
