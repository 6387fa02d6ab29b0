package bub.cli.doctor;

import bub.bus.policy.LockFiles;
import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.TokenAdministration;
import bub.cli.doctor.CheckRunner.CheckResult;
import bub.cli.doctor.Finding.Severity;
import bub.cli.machine.HumanUnits;
import bub.cli.option.NetworkUrl.WebUrl;
import bub.cli.option.ValidText.ListenHost;
import bub.cli.option.WholeNumber.PortNumber;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.TokenSource;
import bub.json.JsonValue;
import bub.system.spawn.SpawnSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub doctor}: reports problems of this machine and how to fix them. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = "Checks this machine and shows how to fix problems.",
    footer = {"", "Exit codes: 0 no problems, 1 at least one problem (✗)."})
public final class DoctorCommand implements Callable<Integer> {
  private static final Duration REPORT_EVERY = Duration.ofSeconds(2);
  private static final String LOOPBACK = "127.0.0.1";

  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(
      names = "--host",
      defaultValue = LOOPBACK,
      converter = ListenHost.class,
      description = "Address of the bus (default: ${DEFAULT-VALUE}).")
  private String host = "";

  @Option(
      names = "--port",
      defaultValue = "7892",
      converter = PortNumber.class,
      description = "Port of the bus (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--console-port",
      defaultValue = "7893",
      converter = PortNumber.class,
      description = "Port of the web console (default: ${DEFAULT-VALUE}).")
  private int consolePort;

  @Option(
      names = "--max-connections",
      defaultValue = "20000",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description = "Number of connections that the bus should accept (default: ${DEFAULT-VALUE}).")
  private int maxConnections;

  @Option(
      names = "--activity-log",
      paramLabel = "FILE|off",
      description = "Location of the activity log (default: activity.db in the state directory).")
  private @Nullable String activityLog;

  @Option(
      names = "--model",
      paramLabel = "PROVIDER/NAME",
      description = "Model of the agents (default: $$BUB_MODEL).")
  private @Nullable String model;

  @Option(
      names = "--telegram-token-file",
      paramLabel = "FILE",
      description = "File with the token of your Telegram bot (default: $$BUB_TELEGRAM_TOKEN).")
  private @Nullable Path telegramTokenFile;

  @Option(
      names = "--telegram-api-url",
      defaultValue = "https://api.telegram.org",
      paramLabel = "URL",
      converter = WebUrl.class,
      description = "URL of the Bot API server (default: ${DEFAULT-VALUE}).")
  private URI telegramApi = URI.create("https://api.telegram.org");

  @Option(names = "--json", description = "Print the checks as JSON.")
  private boolean json;

  DoctorCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    var examination =
        new CheckRunner(
            checks(directories.named()),
            REPORT_EVERY,
            check -> screen.hint("… still checking " + check));
    List<CheckResult> all = examination.run(json ? _ -> {} : this::show);
    long broken = count(all, Severity.BROKEN);
    if (json) {
      JsonValue report =
          out -> {
            out.beginObject().field("ok", broken == 0).name("checks").beginArray();
            all.forEach(out::value);
            out.endArray().endObject();
          };
      screen.line(report.toRaw().toString());
    } else {
      conclude(broken, count(all, Severity.CAUTION));
    }
    return broken == 0 ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private List<Check> checks(BubDirectories where) {
    String user = System.getProperty("user.name");
    Path run = where.run();
    Path lobby = where.state().resolve("lobby.db");
    Path log = activityLog == null ? where.state().resolve("activity.db") : Path.of(activityLog);
    Path localToken = TokenAdministration.localToken(where);
    TokenSource token =
        () -> Files.isReadable(localToken) ? TokenSource.file(localToken).read() : null;
    LockFiles tokens = LockFiles.in(where.state());
    var checks = new ArrayList<Check>(JavaChecks.ofThisProcess(maxConnections));
    checks.add(new DirectoryCheck(DirectoryCheck.Use.RUN, run, user));
    checks.add(new DirectoryCheck(DirectoryCheck.Use.STATE, where.state(), user));
    checks.add(new PortCheck(host, port, "--port", run));
    var page = new PortCheck(LOOPBACK, consolePort, "--console-port", run);
    checks.add(new ConsoleCheck(page, where.state()));
    checks.add(new BusCheck(host, run, token));
    checks.add(new TokensCheck(tokens, localToken, Clock.systemUTC()));
    if (!"off".equals(activityLog)) {
      checks.add(new StoreCheck(StoreCheck.Kind.ACTIVITY, log, run, user));
    }
    checks.add(new StoreCheck(StoreCheck.Kind.LOBBY, lobby, run, user));
    checks.add(new ClockCheck(Clock.systemUTC(), List.of(log, lobby, tokens.tokens().path())));
    checks.add(new SystemdCheck(user, SpawnSettings.of(run, where.state())));
    checks.add(new ModelCheck(model, System::getenv));
    String botToken = System.getenv("BUB_TELEGRAM_TOKEN");
    checks.add(new TelegramCheck(telegramTokenFile, botToken, telegramApi));
    return checks;
  }

  private static long count(List<CheckResult> all, Severity severity) {
    return all.stream().filter(one -> one.finding().severity() == severity).count();
  }

  private void show(CheckResult diagnosis) {
    String mark = diagnosis.finding().severity().mark();
    String painted =
        switch (diagnosis.finding().severity()) {
          case FINE -> screen.green(mark);
          case CAUTION -> screen.bold(mark);
          case BROKEN -> screen.red(mark);
        };
    screen.line(
        painted
            + " "
            + "%-14s".formatted(diagnosis.check())
            + screen.runnable(Screen.oneLine(diagnosis.finding().text())));
    diagnosis
        .finding()
        .remedies()
        .forEach(remedy -> screen.line(" ".repeat(18) + screen.runnable(Screen.oneLine(remedy))));
  }

  private void conclude(long broken, long cautions) {
    String advice = cautions == 0 ? "" : HumanUnits.count(cautions, "warning") + " (!)";
    screen.line("");
    if (broken == 0) {
      screen.line("bub can run here" + (advice.isEmpty() ? "" : ", with " + advice) + ".");
    } else {
      screen.line(
          HumanUnits.count(broken, "problem")
              + " (✗)"
              + (advice.isEmpty() ? "" : ", " + advice)
              + ".");
    }
  }
}
