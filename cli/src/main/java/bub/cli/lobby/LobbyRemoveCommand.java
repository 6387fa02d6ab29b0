package bub.cli.lobby;

import bub.cli.connect.DirectoryOptions;
import bub.cli.option.ValidText.AddressText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.lobby.store.LobbyStore;
import bub.protocol.Address;
import bub.store.StoreInUse;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub lobby remove}: frees an id whose token is lost, without the bus. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    description = "Frees the id of an agent whose token is lost; stop the bus first.")
final class LobbyRemoveCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Parameters(
      paramLabel = "AGENT",
      converter = AddressText.class,
      description = "Address of the agent.")
  private String agent = "";

  LobbyRemoveCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    var id = new Address(agent);
    try (LobbyStore store = LobbyStore.open(directories.resolve().state().resolve("lobby.db"))) {
      var known = new AtomicBoolean();
      store.load(stored -> known.compareAndSet(false, stored.id().equals(id)));
      if (!known.get()) {
        throw new CommandFailure(ExitCodes.FAILED, agent + " is not registered.");
      }
      store.remove(id).join();
    } catch (StoreInUse running) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "Cannot remove an agent while the bus is running.",
          "Stop the bus, remove the agent and start the bus again",
          "Or, with the agent's token:  bub lobby deregister --id " + agent);
    }
    screen.line("Removed " + agent + ". Its id is free again.");
    return ExitCodes.OK;
  }
}
