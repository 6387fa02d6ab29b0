package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A program that a test starts, records and kills at the end. Safe for any thread. */
public final class ChildProcess implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final String name;
  private final Process process;
  private final Transcript out = new Transcript();
  private final Transcript err = new Transcript();
  private final Thread outReader;
  private final Thread errReader;

  private ChildProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    // Platform threads: two virtual threads that read pipes block all carriers of a small machine.
    this.outReader = reader(() -> listen(process.inputReader(UTF_8), out));
    this.errReader = reader(() -> listen(process.errorReader(UTF_8), err));
  }

  private static Thread reader(Runnable work) {
    return Thread.ofPlatform().daemon().unstarted(work);
  }

  public static ChildProcess start(ProcessBuilder builder) throws IOException {
    var child = new ChildProcess(String.join(" ", builder.command()), builder.start());
    child.outReader.start();
    child.errReader.start();
    return child;
  }

  public static ChildProcess ofMain(Class<?> program, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(BubProgram.java().toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    return start(new ProcessBuilder(command));
  }

  private static void listen(BufferedReader reader, Transcript transcript) {
    try (reader) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        transcript.add(line);
      }
    } catch (IOException broken) {
      transcript.add("(the rest could not be read: " + broken.getMessage() + ")");
    } finally {
      transcript.end();
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public Transcript out() {
    return out;
  }

  public Transcript err() {
    return err;
  }

  public String awaitLine(String text) throws InterruptedException {
    return await(out, line -> line.contains(text), text);
  }

  public String awaitErrorLine(String text) throws InterruptedException {
    return await(err, line -> line.contains(text), text);
  }

  private String await(Transcript transcript, Predicate<String> wanted, String what)
      throws InterruptedException {
    String line = transcript.await(wanted, TIMEOUT);
    if (line == null) {
      throw new IllegalStateException("the program did not print \"" + what + "\": " + this);
    }
    return line;
  }

  public void type(String line) throws IOException {
    var in = process.outputWriter(UTF_8);
    in.write(line + "\n");
    in.flush();
  }

  public void endInput() throws IOException {
    process.outputWriter(UTF_8).close();
  }

  /** Sends SIGTERM. Unlike {@link Process#destroy}, this leaves the output readable. */
  public void terminate() {
    process.toHandle().destroy();
  }

  public void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    awaitExit();
  }

  public int awaitExit() throws InterruptedException {
    return awaitExit(TIMEOUT);
  }

  /** Returns the exit code after all output is read. */
  public int awaitExit(Duration atMost) throws InterruptedException {
    if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("the program did not end: " + this);
    }
    outReader.join(TIMEOUT);
    errReader.join(TIMEOUT);
    return process.exitValue();
  }

  public long residentBytes() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid() + "/status"))) {
      String line = lines.filter(one -> one.startsWith("VmRSS:")).findFirst().orElse("VmRSS: 0 kB");
      return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    }
  }

  @Override
  public void close() {
    Stream.concat(process.descendants(), Stream.of(process.toHandle()))
        .forEach(ProcessHandle::destroyForcibly);
    try {
      awaitExit();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    String state = process.isAlive() ? "running" : "ended with " + process.exitValue();
    return "%s (%s)%n-- out:%n%s-- err:%n%s".formatted(name, state, out.text(), err.text());
  }
}
