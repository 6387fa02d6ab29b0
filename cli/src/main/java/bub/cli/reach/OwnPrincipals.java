package bub.cli.reach;

import bub.bus.policy.Grant;
import bub.bus.policy.Principal;
import bub.channel.ChannelFacts;
import bub.channel.telegram.TelegramBridge;
import bub.client.TokenSource;
import bub.console.Console;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.system.Credentials;
import bub.system.SystemAgent;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens of bub's own parts, of the agents that it starts and of the chats at this terminal:
 * made when they are needed, kept in files that only this user can read, good for one address each.
 * They lock nothing. On an open bus they are presented, too, so that a lock that comes later drops
 * nobody.
 */
public final class OwnPrincipals implements Credentials {
  private static final Logger LOG = LoggerFactory.getLogger(OwnPrincipals.class);
  private static final Pattern TELEGRAM = ChannelFacts.TELEGRAM.allChats();
  private static final Pattern WEB = ChannelFacts.WEB.allChats();

  /**
   * Rights beside speaking and listening as itself.
   *
   * @param reserved true when nobody else may use the address, even on an open bus
   */
  private record Rights(
      List<Pattern> listens, List<Pattern> speaks, boolean operator, boolean reserved) {
    static final Rights NONE = new Rights(List.of(), List.of(), false, false);
    static final Rights SYSTEM_AGENT =
        new Rights(List.of(Pattern.of("system:*")), List.of(), false, true);
    static final Rights TELEGRAM_BRIDGE =
        new Rights(
            patterns(TELEGRAM, "outbound:telegram:*", "outbound:[0-9-]*"),
            patterns(TELEGRAM, "inbound:telegram:*", "inbound:[0-9-]*"),
            false,
            true);

    /** Those of the console, which may also write in these chats of other channels. */
    static Rights ofConsole(List<Pattern> writing) {
      List<Pattern> own = patterns(WEB, "inbound:web:*");
      return new Rights(
          patterns(WEB, "outbound:web:*"),
          Stream.concat(own.stream(), writing.stream()).toList(),
          true,
          true);
    }

    /** Those of a person at a terminal, whose chat may be served by topics. */
    static Rights ofChat(Address chat) {
      String topic = ChannelFacts.TERMINAL.channel() + ":" + id(chat);
      return new Rights(
          List.of(Pattern.of("outbound:" + topic)),
          List.of(Pattern.of("inbound:" + topic)),
          false,
          false);
    }

    private static String id(Address chat) {
      return chat.value().substring(chat.value().indexOf(':') + 1);
    }

    private static List<Pattern> patterns(Pattern chats, String... topics) {
      return Stream.concat(Stream.of(chats), Stream.of(topics).map(Pattern::of)).toList();
    }

    boolean isThatOf(Principal principal) {
      return principal.subscribe().equals(listens) && principal.sendAs().equals(speaks);
    }

    Principal principal(String id, Address owner) {
      return new Principal(
          id, Pattern.exactly(owner), listens, speaks, Set.of(), false, operator, null);
    }
  }

  private final Tokens tokens;
  private final Path stateDirectory;
  private final Path directory;

  public OwnPrincipals(Directories directories) {
    this.tokens = new Tokens(directories);
    this.stateDirectory = directories.state();
    this.directory = stateDirectory.resolve("agent-tokens");
  }

  /** The system agent's own. */
  public TokenSource ofSystemAgent() {
    return source(SystemAgent.ADDRESS, Rights.SYSTEM_AGENT);
  }

  /** A person's at this machine's terminal. */
  TokenSource ofChat(Address chat) {
    return source(chat, Rights.ofChat(chat));
  }

  /** That of the bridge, which speaks for everybody at Telegram. */
  public TokenSource ofTelegram(Address bridge) {
    return source(bridge, Rights.TELEGRAM_BRIDGE);
  }

  /**
   * The console's: it speaks for everybody at its page, and looks into the bus.
   *
   * @param writing chats of other channels that it may write in
   */
  public TokenSource ofConsole(Address console, List<Pattern> writing) {
    return source(console, Rights.ofConsole(writing));
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
          return null; // a full disk keeps nobody off an open bus
        }
        return kept.read();
      }

      @Override
      public boolean isFresh() {
        return kept.isFresh();
      }
    };
  }

  /** A state directory that has disappeared may be that of a locked bus. */
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
    if (!Tokens.isKnown(file, tokens.files().ownGrants())) {
      createDirectory();
      tokens.createOwn(id -> rights.principal(id, owner), file, rights.reserved());
    } else if (!rights.equals(Rights.NONE)) {
      extend(owner, file, rights);
    }
    return file;
  }

  /** Gives a token that an older bub made the rights that its owner has by now. */
  private void extend(Address owner, Path file, Rights rights) throws IOException {
    for (Grant grant : tokens.files().ownGrants()) {
      if (Tokens.isKnown(file, List.of(grant)) && !rights.isThatOf(grant.principal())) {
        Principal current = rights.principal(grant.principal().id(), owner);
        var extended = new Grant(current, grant.hash(), grant.createdAt(), grant.reserved());
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

  /** Version 0.2.0 kept these among the tokens that people made. The secret stays good. */
  private void moveFromTokensThatPeopleMade(Address owner, Rights rights) throws IOException {
    Path file = file(owner);
    List<Grant> made = tokens.files().tokens().read();
    if (made == null || !Tokens.isKnown(file, made)) {
      return;
    }
    for (Grant grant : made) {
      if (Tokens.isKnown(file, List.of(grant))) {
        tokens
            .files()
            .own()
            .update(
                own -> {
                  own.add(
                      new Grant(
                          grant.principal(), grant.hash(), grant.createdAt(), rights.reserved()));
                  return own;
                });
        tokens.files().update(people -> people.remove(grant) ? people : null, () -> {});
      }
    }
  }

  /** Not its parents: a state directory that has disappeared must not come back empty. */
  private void createDirectory() throws IOException {
    try {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException there) {
      // One that is no directory fails when the token is written.
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

  /**
   * Makes the tokens of all parts, so that a bus which starts now knows them from the first.
   *
   * @param writing chats of other channels that the console may write in
   */
  public void reserveParts(List<Pattern> writing) {
    try {
      issue(SystemAgent.ADDRESS, Rights.SYSTEM_AGENT);
      issue(Console.ADDRESS, Rights.ofConsole(writing));
      issue(TelegramBridge.NAME, Rights.TELEGRAM_BRIDGE);
    } catch (IOException failed) {
      LOG.warn("the parts of bub get their tokens later: {}", failed.getMessage());
    }
  }

  /** Frees the addresses of all parts, so that other programs may use them on an open bus. */
  public void releaseParts() {
    List.of(SystemAgent.ADDRESS, Console.ADDRESS, TelegramBridge.NAME).forEach(this::release);
  }

  /** Frees the address of a part that ends. */
  public void release(Address part) {
    try {
      if (!tokens.isLocked()) {
        revoke(part);
      }
    } catch (IOException failed) {
      LOG.debug("{} stays reserved", part, failed);
    }
  }

  private Path file(Address agent) {
    return directory.resolve(agent.value().replace(':', '_') + ".token");
  }
}
