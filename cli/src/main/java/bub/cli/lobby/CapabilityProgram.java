package bub.cli.lobby;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.lobby.CallRefused;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run of a program that performs a capability, with JSON on standard input and output. */
record CapabilityProgram(List<String> command, Capability capability) {
  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(60);
  private static final int MAX_OUTPUT = 1024 * 1024;
  private static final int MAX_COMPLAINT = 500;

  RawJson run(RawJson input) throws IOException, InterruptedException, CallRefused {
    Process program = new ProcessBuilder(command).start();
    try {
      Future<String> output = aside(() -> read(program.getInputStream()));
      Future<String> complaint = aside(() -> lastLine(read(program.getErrorStream())));
      aside(() -> tell(program, input));
      if (!program.waitFor(timeout().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new CallRefused(command.getFirst() + " timed out");
      }
      if (program.exitValue() != 0) {
        String said = complaint.get();
        throw new CallRefused(
            said.isEmpty()
                ? command.getFirst() + " failed with exit code " + program.exitValue()
                : said);
      }
      return object(output.get());
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      program.descendants().forEach(ProcessHandle::destroyForcibly);
      program.destroyForcibly();
    }
  }

  /** Platform threads, because blocking on a pipe pins one of the few virtual thread carriers. */
  private static <T> Future<T> aside(Callable<T> work) {
    var task = new FutureTask<>(work);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private Duration timeout() {
    Integer seconds = capability.timeoutSeconds();
    return seconds == null ? USUAL_TIMEOUT : Duration.ofSeconds(seconds);
  }

  /** A program that does not read its input has not failed. */
  private static boolean tell(Process program, RawJson input) {
    try (OutputStream in = program.getOutputStream()) {
      in.write(input.toByteArray());
      return true;
    } catch (IOException notInterested) {
      return false; // the program may have finished already
    }
  }

  private static String read(InputStream stream) {
    try (stream) {
      return new String(stream.readNBytes(MAX_OUTPUT), UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }

  private static String lastLine(String text) {
    String line = text.strip();
    line = line.substring(line.lastIndexOf('\n') + 1);
    return line.length() <= MAX_COMPLAINT ? line : line.substring(0, MAX_COMPLAINT) + "…";
  }

  private RawJson object(String output) throws CallRefused {
    RawJson json = parse(output);
    if (json == null || !json.isObject()) {
      throw new CallRefused(command.getFirst() + " did not print a JSON object");
    }
    return json;
  }

  private static @Nullable RawJson parse(String output) {
    try {
      return RawJson.parse(output.strip());
    } catch (InvalidJson odd) {
      return null;
    }
  }
}
