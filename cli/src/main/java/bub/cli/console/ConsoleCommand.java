package bub.cli.console;

import bub.cli.machine.Amounts;
import bub.cli.reach.ConnectOptions;
import bub.cli.reach.Directories;
import bub.cli.reach.OwnPrincipals;
import bub.cli.reach.TopicOptions;
import bub.cli.reach.UntilEnough;
import bub.cli.screen.Refusal;
import bub.cli.screen.Screen;
import bub.cli.screen.Termination;
import bub.client.BusClient;
import bub.client.NotConnected;
import bub.console.Console;
import bub.console.login.LoginCodes;
import bub.console.login.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub console}: the web page alone, in the foreground; and the way into it. */
@Command(
    name = "console",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the web console for a bus that runs elsewhere.",
      "The console is a page to chat on and to watch the bus. \"bub up\" includes it."
          + " It prints its URL and runs until Ctrl-C."
    },
    footer = {"", "Users of a locked bus log in with a link:", "", "  bub console login"},
    subcommands = ConsoleLoginCommand.class)
public final class ConsoleCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Screen screen;

  @Mixin private ConsoleOptions page = new ConsoleOptions();

  @Mixin private TopicOptions topics = new TopicOptions();

  @Mixin private ConnectOptions bus = new ConnectOptions();

  ConsoleCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Directories places = bus.directories();
    places.create();
    BusClient client = bus.consoleClient(Console.ADDRESS, page.writing());
    var untilRefused = new UntilEnough(client);
    Console console = page.start(places, topics, loginNeeded(places), _ -> client);
    Termination.before(
        () -> {
          console.close();
          new OwnPrincipals(places).release(Console.ADDRESS);
        });
    welcome(console);
    mentionAbsence(client);
    try {
      untilRefused.await();
    } catch (Refusal refused) {
      if (!Termination.hasBegun()) {
        throw refused;
      }
    }
    return Termination.await();
  }

  /** Who uses the page uses the token that it was given, wherever the bus is. */
  private BooleanSupplier loginNeeded(Directories places) {
    return bus.tokenFile() == null ? ConsoleOptions.whenLocked(places) : () -> true;
  }

  private void welcome(Console console) throws IOException {
    screen.line(
        screen.green("●")
            + " "
            + screen.bold("the console is open")
            + "  "
            + screen.bold(console.url().toString()));
    if (console.isLocked()) {
      screen.line("  log in  " + console.loginLink(Role.OPERATOR) + screen.dim("  " + goodFor()));
    }
  }

  private void mentionAbsence(BusClient client) throws InterruptedException {
    try {
      client.awaitConnected(PATIENCE);
    } catch (NotConnected notYet) {
      screen.problem(String.valueOf(notYet.getMessage()));
      screen.hint("the page connects as soon as the bus is there");
    }
  }

  /** How long a login link is good. */
  static String goodFor() {
    return "good once, for " + Amounts.time(LoginCodes.GOOD_FOR);
  }
}
