package bub.cli.a2a;

import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.gateway.a2a.remote.RemoteAgentEntry;
import bub.gateway.a2a.remote.RemoteCard;
import bub.gateway.a2a.remote.RemoteFailure;
import bub.gateway.a2a.remote.RemoteToken;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub a2a test}: reads the card of a remote agent. */
@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    description = "Reads the card of a remote agent and lists its skills.")
final class A2aTestCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = RemoteAgentFiles.Name.class,
      description = "Name of the agent.")
  private String name = "";

  @Option(
      names = "--a2a-allow-private",
      description = "Accept an agent at a private address. \"bub up\" needs the same option.")
  private boolean allowsPrivate;

  A2aTestCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    RemoteAgentEntry entry = RemoteAgentFiles.find(directories.resolve(), name);
    try {
      RemoteCard card =
          RemoteCard.fetch(
              entry.url(), RemoteToken.of(entry), OutgoingAddresses.byDns(allowsPrivate));
      screen.line(
          entry.address()
              + " is "
              + Screen.oneLine(card.name())
              + " at "
              + Screen.oneLine(card.url()));
      for (RemoteCard.Skill skill : card.skills()) {
        screen.line("  " + Screen.oneLine(name + "." + skill.id()));
      }
      return ExitCodes.OK;
    } catch (RemoteFailure failed) {
      throw new CommandFailure(ExitCodes.FAILED, Screen.oneLine(failed.text()));
    } catch (IOException failed) {
      throw new CommandFailure(
          ExitCodes.UNAVAILABLE, "Cannot reach " + entry.address() + ": " + failed.getMessage());
    }
  }
}
