package bub.cli.connect;

import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.channel.ChannelDescription;
import bub.channel.telegram.TelegramBridge;
import bub.client.TokenSource;
import bub.console.Console;
import bub.gateway.Gateway;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.system.SessionTokens;
import bub.system.SystemAgent;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokens of bub's own parts, its agents and the chats at this terminal, each in a file that only
 * this user can read. They do not lock the bus. Clients present them on an open bus too, so that
 * locking it later disconnects none of them.
 */
public final class LocalTokens implements SessionTokens {
  private static final Logger LOG = LoggerFactory.getLogger(LocalTokens.class);
  static final FileAttribute<Set<PosixFilePermission>> ONLY_FOR_OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final Pattern TELEGRAM = ChannelDescription.TELEGRAM.allChats();
  private static final Pattern WEB = ChannelDescription.WEB.allChats();

  /** Rights besides the own address, which nobody else may use if it is reserved. */
  private record Rights(
      List<Pattern> listens,
      List<Pattern> speaks,
      boolean operator,
      boolean chat,
      boolean reserved) {
    static final Rights NONE = new Rights(List.of(), List.of(), false, false, false);
    static final Rights SYSTEM_AGENT =
        new Rights(List.of(Pattern.of("system:*")), List.of(), false, false, true);
    static final Rights TELEGRAM_BRIDGE =
        new Rights(
            patterns(TELEGRAM, "outbound:telegram:*", "outbound:[0-9-]*"),
            patterns(TELEGRAM, "inbound:telegram:*", "inbound:[0-9-]*"),
            false,
            true,
            true);

    static final Rights GATEWAY = new Rights(Gateway.CHATS, Gateway.CHATS, true, true, true);

    static final Rights MCP_SERVER = new Rights(List.of(), List.of(), false, false, true);

    static Rights ofConsole(List<Pattern> writing) {
      List<Pattern> own = patterns(WEB, "inbound:web:*");
      return new Rights(
          patterns(WEB, "outbound:web:*"),
          Stream.concat(own.stream(), writing.stream()).toList(),
          true,
          true,
          true);
    }

    /** Rights of a person at a terminal, whose chat may use topics. */
    static Rights ofChat(Address chat) {
      String topic = ChannelDescription.TERMINAL.channel() + ":" + id(chat);
      return new Rights(
          List.of(Pattern.of("outbound:" + topic)),
          List.of(Pattern.of("inbound:" + topic)),
          false,
          true,
          false);
    }

    private static String id(Address chat) {
      return chat.value().substring(chat.value().indexOf(':') + 1);
    }

    private static List<Pattern> patterns(Pattern chats, String... topics) {
      return Stream.concat(Stream.of(chats), Stream.of(topics).map(Pattern::of)).toList();
    }

    boolean isThatOf(Principal principal) {
      return principal.subscribe().equals(listens)
          && principal.sendAs().equals(speaks)
          && principal.chat() == chat;
    }

    Principal principal(String id, Address owner) {
      return new Principal(
          id, Pattern.exactly(owner), listens, speaks, Set.of(), false, operator, chat, null);
    }
  }

  private final TokenAdministration tokens;
  private final Path stateDirectory;
  private final Path directory;

  public LocalTokens(BubDirectories directories) {
    this.tokens = new TokenAdministration(directories);
    this.stateDirectory = directories.state();
    this.directory = stateDirectory.resolve("agent-tokens");
  }

  public TokenSource ofSystemAgent() {
    return source(SystemAgent.ADDRESS, Rights.SYSTEM_AGENT);
  }

  TokenSource ofChat(Address chat) {
    return source(chat, Rights.ofChat(chat));
  }

  public TokenSource ofTelegram(Address bridge) {
    return source(bridge, Rights.TELEGRAM_BRIDGE);
  }

  public TokenSource ofConsole(Address console, List<Pattern> writing) {
    return source(console, Rights.ofConsole(writing));
  }

  public TokenSource ofGateway() {
    return source(Gateway.ADDRESS, Rights.GATEWAY);
  }

  /** For the peer of a remote agent. */
  public TokenSource ofRemoteAgent(Address agent) {
    return source(agent, Rights.NONE);
  }

  /** For the peer that offers the tools of an MCP server. */
  public TokenSource ofMcpServer(Address server) {
    return source(server, Rights.MCP_SERVER);
  }

  /** Only the token proves that a connection is the one that offers the lobby these tools. */
  public Path lobbyToken(Address server) {
    return directory.resolve(server.value().replace(':', '_') + ".lobby");
  }

  private TokenSource source(Address owner, Rights rights) {
    TokenSource kept = TokenSource.file(file(owner));
    return new TokenSource() {
      @Override
      public @Nullable String read() throws IOException {
        try {
          issue(owner, rights);
        } catch (IOException failed) {
          if (isNeeded()) {
            throw failed;
          }
          return null; // an open bus needs no token, even on a full disk
        }
        return kept.read();
      }

      @Override
      public boolean isFresh() {
        return kept.isFresh();
      }
    };
  }

  /** A missing state directory may belong to a locked bus. */
  private boolean isNeeded() throws IOException {
    return !Files.isDirectory(stateDirectory) || tokens.isLocked();
  }

  @Override
  public Path issue(Address agent) throws IOException {
    return issue(agent, Rights.NONE);
  }

  private synchronized Path issue(Address owner, Rights rights) throws IOException {
    Path file = file(owner);
    moveFromTokensThatPeopleMade(owner, rights);
    if (!TokenAdministration.isKnown(file, tokens.files().ownGrants())) {
      createDirectory();
      tokens.createOwn(id -> rights.principal(id, owner), file, rights.reserved());
    } else if (!rights.equals(Rights.NONE)) {
      extend(owner, file, rights);
    }
    return file;
  }

  /** A token from an older bub has other rights. */
  private void extend(Address owner, Path file, Rights rights) throws IOException {
    for (StoredToken grant : tokens.files().ownGrants()) {
      if (TokenAdministration.isKnown(file, List.of(grant))
          && !rights.isThatOf(grant.principal())) {
        Principal current = rights.principal(grant.principal().id(), owner);
        var extended = new StoredToken(current, grant.hash(), grant.createdAt(), grant.reserved());
        tokens
            .files()
            .own()
            .update(
                own -> {
                  own.replaceAll(old -> old.equals(grant) ? extended : old);
                  return own;
                });
      }
    }
  }

  /** Version 0.2.0 kept these among the tokens of people; the secret stays valid. */
  private void moveFromTokensThatPeopleMade(Address owner, Rights rights) throws IOException {
    Path file = file(owner);
    List<StoredToken> made = tokens.files().tokens().read();
    if (made == null || !TokenAdministration.isKnown(file, made)) {
      return;
    }
    for (StoredToken grant : made) {
      if (TokenAdministration.isKnown(file, List.of(grant))) {
        tokens
            .files()
            .own()
            .update(
                own -> {
                  own.add(
                      new StoredToken(
                          grant.principal(), grant.hash(), grant.createdAt(), rights.reserved()));
                  return own;
                });
        tokens.files().update(people -> people.remove(grant) ? people : null, () -> {});
      }
    }
  }

  /** Creates no parents, because a vanished state directory must not come back empty. */
  void createDirectory() throws IOException {
    try {
      Files.createDirectory(directory, ONLY_FOR_OWNER);
    } catch (FileAlreadyExistsException there) {
      // Writing the token fails if this is not a directory.
    }
  }

  @Override
  public synchronized void revoke(Address agent) throws IOException {
    Path file = file(agent);
    moveFromTokensThatPeopleMade(agent, Rights.NONE);
    Pattern exactly = Pattern.exactly(agent);
    if (tokens.files().ownGrants().stream()
        .anyMatch(grant -> grant.principal().clientId().equals(exactly))) {
      tokens
          .files()
          .own()
          .update(
              own ->
                  own.removeIf(grant -> grant.principal().clientId().equals(exactly)) ? own : null);
    }
    Files.deleteIfExists(file);
  }

  /** A bus that starts now must know the tokens of all parts. */
  public void reserveParts(List<Pattern> writing) {
    try {
      issue(SystemAgent.ADDRESS, Rights.SYSTEM_AGENT);
      issue(Console.ADDRESS, Rights.ofConsole(writing));
      issue(TelegramBridge.NAME, Rights.TELEGRAM_BRIDGE);
      issue(Gateway.ADDRESS, Rights.GATEWAY);
    } catch (IOException failed) {
      LOG.warn("Cannot create the tokens of bub's own parts yet: {}", failed.getMessage());
    }
  }

  /** A bus that starts now must know the tokens of the peers of MCP servers. */
  public void reserveMcpServers(List<Address> servers) {
    try {
      for (Address server : servers) {
        issue(server, Rights.MCP_SERVER);
      }
    } catch (IOException failed) {
      LOG.warn("Cannot create the tokens of MCP servers yet: {}", failed.getMessage());
    }
  }

  /**
   * Returns the addresses that the token of a part covers besides its own. A part without a token,
   * as on a full disk, gets none: the bus could not tell it from others that send from them.
   */
  public List<Pattern> coveredBy(Address part) {
    Pattern exactly = Pattern.exactly(part);
    try {
      return tokens.files().ownGrants().stream()
          .map(StoredToken::principal)
          .filter(principal -> principal.clientId().equals(exactly))
          .flatMap(principal -> principal.sendAs().stream())
          .toList();
    } catch (IOException failed) {
      LOG.warn("Cannot read the tokens of bub's own parts: {}", failed.getMessage());
      return List.of();
    }
  }

  /** Other programs may then use the addresses on an open bus. */
  public void releaseParts() {
    List.of(SystemAgent.ADDRESS, Console.ADDRESS, TelegramBridge.NAME, Gateway.ADDRESS)
        .forEach(this::release);
  }

  public void release(Address part) {
    try {
      if (!tokens.isLocked()) {
        revoke(part);
      }
    } catch (IOException failed) {
      LOG.debug("Cannot release the address {}", part, failed);
    }
  }

  private Path file(Address agent) {
    return directory.resolve(agent.value().replace(':', '_') + ".token");
  }
}
