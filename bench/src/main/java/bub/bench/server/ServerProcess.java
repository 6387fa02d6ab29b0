package bub.bench.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bench.wire.BenchFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** A server in a child process, measured from outside. */
public final class ServerProcess implements AutoCloseable {
  private static final int REMEMBERED_LINES = 15;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final ServerCommand launch;
  private final Process process;
  private final long startedAt;
  private final CompletableFuture<Ready> ready = new CompletableFuture<>();
  private final Deque<String> lastLines = new ArrayDeque<>();

  private ServerProcess(ServerCommand launch, Process process, long startedAt) {
    this.launch = launch;
    this.process = process;
    this.startedAt = startedAt;
  }

  static ServerProcess start(ServerCommand launch) throws IOException {
    var builder = new ProcessBuilder(launch.command()).redirectErrorStream(true);
    long startedAt = System.nanoTime();
    ServerProcess server = new ServerProcess(launch, builder.start(), startedAt);
    Thread.ofPlatform().daemon().start(server::listen);
    return server;
  }

  public Ready awaitReady() {
    try {
      return ready.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new BenchFailure("did not become ready: " + String.join(" ", launch.command()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  /** Includes child processes, because the command may be a script around the server. */
  public long cpuMicros() {
    return family().mapToLong(one -> ProcStat.cpuMicros(one.pid())).sum();
  }

  /** CPU of the compiler threads, which a server that is warm does not need. */
  public long compilerMicros() {
    return ProcStat.compilerMicros(process.pid());
  }

  public long residentKib() {
    return family().mapToLong(one -> ProcStat.residentKib(one.pid())).sum();
  }

  public long childrenKib() {
    return process.descendants().mapToLong(one -> ProcStat.residentKib(one.pid())).sum();
  }

  public String lastWords() {
    synchronized (lastLines) {
      return lastLines.isEmpty() ? "" : "\n  | " + String.join("\n  | ", lastLines);
    }
  }

  @Override
  public void close() {
    var family = family().toList();
    family.forEach(ProcessHandle::destroy);
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        family.forEach(ProcessHandle::destroyForcibly);
      }
    } catch (InterruptedException e) {
      family.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    }
  }

  private Stream<ProcessHandle> family() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants());
  }

  private void listen() {
    try (BufferedReader output = process.inputReader(UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        hear(line);
      }
    } catch (IOException e) {
      hear("(could not read the rest of the output: " + e.getMessage() + ")");
    }
    ready.completeExceptionally(new BenchFailure("the server ended"));
  }

  private void hear(String line) {
    synchronized (lastLines) {
      lastLines.add(line);
      if (lastLines.size() > REMEMBERED_LINES) {
        lastLines.remove();
      }
    }
    Matcher matcher = launch.ready().matcher(line);
    if (matcher.find()) {
      Duration startup = Duration.ofNanos(System.nanoTime() - startedAt);
      ready.complete(new Ready(Integer.parseInt(matcher.group(1)), startup));
    }
  }

  public record Ready(int port, Duration startup) {}
}
