package bub.cli.a2a;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.option.InputFile;
import bub.cli.option.NetworkUrl.WebUrl;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.gateway.a2a.remote.RemoteAgentEntry;
import bub.gateway.a2a.remote.RemoteAgentsFile;
import bub.gateway.a2a.remote.RemoteCard;
import bub.gateway.a2a.remote.RemoteFailure;
import bub.gateway.a2a.remote.RemoteToken;
import bub.json.InvalidField;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub a2a add}: makes a remote agent a peer of the bus. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = "Adds a remote agent. A running bub connects it within a second.",
    footer = {
      "",
      "Examples:",
      "",
      "  bub a2a add https://agents.example.com/weather",
      "  bub a2a add https://example.com/sky --name sky --token-file sky.token"
    })
final class A2aAddCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      index = "0",
      paramLabel = "URL",
      converter = WebUrl.class,
      description = "URL of the agent, or of its card (…/agent-card.json).")
  private URI url = URI.create("");

  @Option(
      names = "--name",
      paramLabel = "NAME",
      converter = RemoteAgentFiles.Name.class,
      description = "Name in the address a2a:NAME (default: the name in the card).")
  private @Nullable String name;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "File with the token that the agent wants.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--a2a-allow-private",
      description = "Accept an agent at a private address. \"bub up\" needs the same option.")
  private boolean allowsPrivate;

  A2aAddCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories places = directories.resolve();
    places.create();
    RemoteAgentEntry probe = entry(name == null ? "new" : name);
    RemoteCard card = fetch(probe);
    RemoteAgentEntry added = name == null ? entry(nameOf(card)) : probe;
    RemoteAgentsFile file = RemoteAgentsFile.in(places.state());
    if (file.find(added.name()) != null) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "There is a remote agent " + added.name() + " already.",
          "To replace it, remove it first:  bub a2a remove " + added.name(),
          "To add another:  bub a2a add " + url + " --name NAME");
    }
    file.put(added);
    screen.line(
        "Added "
            + added.address()
            + " with "
            + card.skills().size()
            + (card.skills().size() == 1 ? " skill." : " skills."));
    screen.hint("To try it:  bub a2a test " + added.name());
    return ExitCodes.OK;
  }

  private RemoteAgentEntry entry(String chosen) throws CommandFailure {
    try {
      return new RemoteAgentEntry(
          chosen, url.toString(), tokenFile == null ? null : tokenFile.toAbsolutePath());
    } catch (InvalidField odd) {
      throw new CommandFailure(ExitCodes.USAGE, String.valueOf(odd.getMessage()));
    }
  }

  private RemoteCard fetch(RemoteAgentEntry entry) throws CommandFailure {
    try {
      return RemoteCard.fetch(
          entry.url(), RemoteToken.of(entry), OutgoingAddresses.byDns(allowsPrivate));
    } catch (RemoteFailure failed) {
      throw new CommandFailure(ExitCodes.FAILED, Screen.oneLine(failed.text()));
    } catch (IOException failed) {
      throw new CommandFailure(
          ExitCodes.UNAVAILABLE, "Cannot read the card of " + url + ": " + failed.getMessage());
    }
  }

  private static String nameOf(RemoteCard card) throws CommandFailure {
    String plain =
        card.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    if (plain.isEmpty()) {
      throw new CommandFailure(
          ExitCodes.USAGE, "The name in the card is not a valid name.", "Choose one with --name.");
    }
    return plain.substring(0, Math.min(plain.length(), 32));
  }
}
