package bub.cli;

import bub.cli.connect.UnsafeRunDirectory;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.ShutdownSignal;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.jsonrpc.RpcException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.TypeConversionException;

/**
 * Entry point of {@code bub}: parses the command line, runs the command, and turns failures into
 * one line and an exit code.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    ShutdownSignal.end(run(Screen.standard(), args));
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
    CommandLine line = new CommandLine(new BubCommand(), new CommandFactory(screen));
    HelpPage.applyTo(line);
    return line.setDefaultValueProvider(new OptionDefaults(System::getenv, config))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(screen.writer())
        .setErr(screen.errorWriter())
        .setColorScheme(screen.helpColours())
        .setExecutionExceptionHandler(failures(screen))
        .setParameterExceptionHandler((wrong, _) -> UsageErrors.explain(screen, wrong));
  }

  /** True when a bus listens there but rejects the certificate or the token. */
  private static boolean isAboutTrust(NoAnswer failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains("certificate") || message.contains("token");
  }

  private static IExecutionExceptionHandler failures(Screen screen) {
    return (thrown, _, _) ->
        switch (thrown) {
          case CommandFailure refusal -> {
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
              screen.hint("To start a bus:  bub up");
            }
            yield ExitCodes.UNAVAILABLE;
          }
          case RpcException refused -> {
            screen.problem("The bus refused the request: " + refused.getMessage());
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
    String trouble = SystemErrors.words(thrown);
    screen.problem(trouble == null ? unexpected(thrown) : trouble);
    if (System.getenv("BUB_DEBUG") != null) {
      thrown.printStackTrace(screen.errorWriter());
    } else if (trouble == null) {
      screen.hint("For a stack trace, set BUB_DEBUG=1");
    }
    return trouble == null ? ExitCodes.FAILED : ExitCodes.CONFIG;
  }
}
