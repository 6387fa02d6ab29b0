package bub.cli.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs of external programs with a timeout. */
public final class ExternalProgram {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final Duration GLANCE = Duration.ofSeconds(5);

  public record Finished(int code, String output) {
    public boolean isGood() {
      return code == 0;
    }

    public String firstLine() {
      return output.lines().findFirst().orElse("").strip();
    }
  }

  private ExternalProgram() {}

  /** For a program that changes something; fails when it is missing or does not end in time. */
  public static Finished run(List<String> command) throws IOException, InterruptedException {
    return run(command, TIMEOUT);
  }

  /** For a program that only reads. */
  public static Finished glance(List<String> command) throws IOException, InterruptedException {
    return run(command, GLANCE);
  }

  static Finished run(List<String> command, Duration atMost)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var reading = new FutureTask<>(() -> process.inputReader(UTF_8).readAllAsString());
    Thread.ofPlatform().daemon().start(reading);
    try {
      String output = reading.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
      return new Finished(process.waitFor(), output);
    } catch (TimeoutException late) {
      throw new IOException(
          command.getFirst() + " did not finish within " + HumanUnits.limit(atMost), late);
    } catch (ExecutionException unreadable) {
      throw new IOException(
          "cannot read the output of " + command.getFirst(), unreadable.getCause());
    } finally {
      process.destroyForcibly();
    }
  }
}
