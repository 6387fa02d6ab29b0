package bub.cli;

import bub.cli.reach.UnsafeRunDirectory;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.cli.screen.Screen;
import bub.cli.screen.Termination;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.jsonrpc.RpcException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.TypeConversionException;

/** Where {@code bub} starts: parses, runs, and turns failures into one line and an exit code. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Termination.end(run(Screen.standard(), args));
  }

  static int run(Screen screen, String... args) {
    ConfigFile config;
    try {
      config = ConfigFile.load(List.of(args), System::getenv);
    } catch (TypeConversionException unusable) {
      screen.problem("Invalid value for option '--config': " + unusable.getMessage());
      screen.hint("For help:  bub --help");
      return ExitCodes.USAGE;
    } catch (IOException unreadable) {
      screen.problem(String.valueOf(unreadable.getMessage()));
      return ExitCodes.CONFIG;
    }
    CommandLine line = commandLine(screen, config);
    return line.execute(args);
  }

  static CommandLine commandLine(Screen screen, ConfigFile config) {
    CommandLine line = new CommandLine(new BubCommand(), new Commands(screen));
    HelpPage.applyTo(line);
    return line.setDefaultValueProvider(new Defaults(System::getenv, config))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(screen.writer())
        .setErr(screen.errorWriter())
        .setColorScheme(screen.helpColours())
        .setExecutionExceptionHandler(failures(screen))
        .setParameterExceptionHandler((wrong, _) -> UsageErrors.explain(screen, wrong));
  }

  /** Then a bus is there, and it is the certificate or the token that does not fit. */
  private static boolean isAboutTrust(NoAnswer failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("certificate") || message.contains("token");
  }

  private static IExecutionExceptionHandler failures(Screen screen) {
    return (thrown, _, _) ->
        switch (thrown) {
          case Refusal refusal -> {
            screen.problem(String.valueOf(refusal.getMessage()));
            refusal.hints().forEach(screen::hint);
            yield refusal.exitCode();
          }
          case UnsafeRunDirectory unsafe -> {
            screen.problem(String.valueOf(unsafe.getMessage()));
            unsafe.hints().forEach(screen::hint);
            yield ExitCodes.CONFIG;
          }
          case NoAnswer unreachable -> {
            screen.problem(String.valueOf(unreachable.getMessage()));
            if (unreachable instanceof NotConnected && !isAboutTrust(unreachable)) {
              screen.hint("is a bus running there?  start one:  bub up");
            }
            yield ExitCodes.UNAVAILABLE;
          }
          case RpcException refused -> {
            screen.problem("the bus refused: " + refused.getMessage());
            yield ExitCodes.FAILED;
          }
          default -> explain(screen, thrown);
        };
  }

  private static String unexpected(Exception thrown) {
    String message = thrown.getMessage();
    return "Unexpected error: " + (message == null ? thrown.getClass().getSimpleName() : message);
  }

  private static int explain(Screen screen, Exception thrown) {
    String trouble = Trouble.words(thrown);
    screen.problem(trouble == null ? unexpected(thrown) : trouble);
    if (System.getenv("BUB_DEBUG") != null) {
      thrown.printStackTrace(screen.errorWriter());
    } else if (trouble == null) {
      screen.hint("To see where it happened, set BUB_DEBUG=1");
    }
    return trouble == null ? ExitCodes.FAILED : ExitCodes.CONFIG;
  }
}
