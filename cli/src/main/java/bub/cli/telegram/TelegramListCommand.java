package bub.cli.telegram;

import bub.channel.telegram.store.Pairing;
import bub.channel.telegram.store.Pairings;
import bub.cli.connect.DirectoryOptions;
import bub.cli.screen.Age;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bub telegram list}: lists people who are approved or wait for approval. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists people who may talk to the bot or wait for approval.")
final class TelegramListCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  TelegramListCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    List<Pairing> people;
    try (Pairings pairings = Pairings.open(directories.resolve().state())) {
      people = pairings.list();
    }
    people.forEach(this::show);
    if (people.isEmpty()) {
      screen.line("Nobody has asked for access yet.");
    }
    return ExitCodes.OK;
  }

  private void show(Pairing person) {
    String since = Age.ago(person.since());
    String code = person.code();
    screen.line(
        "  "
            + screen.bold(words(person))
            + (code == null
                ? screen.green("  approved") + screen.dim("  " + since)
                : screen.dim(
                        "  asked "
                            + since
                            + ", approve with:  "
                            + screen.runnable("bub telegram approve "))
                    + code));
  }

  static String words(Pairing person) {
    String username = person.username() == null ? "" : " @" + person.username();
    return Screen.oneLine(person.name() + username + " (" + person.userId() + ")");
  }
}
