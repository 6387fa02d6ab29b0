package bub.cli;

import bub.bus.activity.file.LogUnusable;
import bub.bus.activity.query.QueryRefused;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.ShutdownSignal;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.client.discovery.UnsafeRunDirectory;
import bub.client.files.InvalidSettings;
import bub.jsonrpc.RpcException;
import bub.store.StoreUnusable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.TypeConversionException;

/** Entry point of {@code bub}, which turns failures into one line and an exit code. */
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
        // "bub mcp --name test" has a name, not a subcommand.
        .setAllowSubcommandsAsOptionParameters(true)
        .setOut(screen.writer())
        .setErr(screen.errorWriter())
        .setColorScheme(screen.helpColours())
        .setExecutionExceptionHandler(failures(screen))
        .setParameterExceptionHandler((wrong, _) -> UsageErrors.explain(screen, wrong));
  }

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
          case InvalidSettings broken -> {
            screen.problem(String.valueOf(broken.getMessage()));
            screen.hint("Correct the file and try again.");
            yield ExitCodes.CONFIG;
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
    String trouble = systemError(thrown);
    screen.problem(trouble == null ? unexpected(thrown) : trouble);
    if (System.getenv("BUB_DEBUG") != null) {
      thrown.printStackTrace(screen.errorWriter());
    } else if (trouble == null) {
      screen.hint("For a stack trace, set BUB_DEBUG=1");
    }
    return trouble == null ? ExitCodes.FAILED : ExitCodes.CONFIG;
  }

  /** Returns null for an exception without a file, a directory or a host name. */
  private static @Nullable String systemError(Exception thrown) {
    return switch (thrown) {
      case AccessDeniedException denied -> "Permission denied: " + denied.getFile();
      case NoSuchFileException missing -> "No such file or directory: " + missing.getFile();
      case FileAlreadyExistsException taken ->
          taken.getFile() + " already exists and is not a directory.";
      case NotDirectoryException plain -> plain.getFile() + " is not a directory.";
      case FileSystemException odd -> odd.getMessage();
      case UnknownHostException unknown -> "Unknown host: " + unknown.getMessage();
      case UncheckedIOException wrapped -> systemError(Objects.requireNonNull(wrapped.getCause()));
      case StoreUnusable unusable -> unusable.getMessage();
      case LogUnusable unusable -> unusable.getMessage();
      case QueryRefused unreadable -> unreadable.getMessage();
      default -> null;
    };
  }
}
