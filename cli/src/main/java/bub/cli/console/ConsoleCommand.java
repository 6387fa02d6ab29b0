package bub.cli.console;

import bub.cli.connect.BubDirectories;
import bub.cli.connect.ConnectOptions;
import bub.cli.connect.LocalTokens;
import bub.cli.connect.ReceiveLimit;
import bub.cli.connect.TopicOptions;
import bub.cli.machine.HumanUnits;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.Screen;
import bub.cli.screen.ShutdownSignal;
import bub.client.BusClient;
import bub.client.NotConnected;
import bub.console.Console;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginCodes;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub console}: runs the web console alone, in the foreground. */
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
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final Screen screen;

  @Mixin private ConsoleOptions page = new ConsoleOptions();

  @Mixin private TopicOptions topics = new TopicOptions();

  @Mixin private ConnectOptions bus = new ConnectOptions();

  ConsoleCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories places = bus.directories();
    places.create();
    BusClient client = bus.consoleClient(Console.ADDRESS, page.writing());
    var untilRefused = new ReceiveLimit(client);
    Console console = page.start(places, topics, loginNeeded(places), _ -> client);
    ShutdownSignal.before(
        () -> {
          console.close();
          new LocalTokens(places).release(Console.ADDRESS);
        });
    welcome(console);
    mentionAbsence(client);
    try {
      untilRefused.await();
    } catch (CommandFailure refused) {
      if (!ShutdownSignal.hasBegun()) {
        throw refused;
      }
    }
    return ShutdownSignal.await();
  }

  /** Each user of the page acts with the console's own token, so they must log in. */
  private BooleanSupplier loginNeeded(BubDirectories places) {
    return bus.tokenFile() == null ? ConsoleOptions.whenLocked(places) : () -> true;
  }

  private void welcome(Console console) throws IOException {
    screen.line(
        screen.green("●")
            + " "
            + screen.bold("The console is running")
            + "  "
            + screen.bold(console.url().toString()));
    if (console.isLocked()) {
      screen.line(
          "  log in  " + console.loginLink(ConsoleRole.OPERATOR) + screen.dim("  " + goodFor()));
    }
  }

  private void mentionAbsence(BusClient client) throws InterruptedException {
    try {
      client.awaitConnected(TIMEOUT);
    } catch (NotConnected notYet) {
      screen.problem(String.valueOf(notYet.getMessage()));
      screen.hint("The console connects as soon as the bus is available");
    }
  }

  static String goodFor() {
    return "valid once, for " + HumanUnits.time(LoginCodes.GOOD_FOR);
  }
}
