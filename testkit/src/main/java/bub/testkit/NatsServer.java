package bub.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A real nats-server of a test, which can be killed, paused and started again. */
public final class NatsServer implements AutoCloseable {
  private static final Duration MONITOR_TIMEOUT = Duration.ofSeconds(1);
  private static final HttpClient MONITOR =
      HttpClient.newBuilder().connectTimeout(MONITOR_TIMEOUT).build();

  private final String name;
  private final Path program;
  private final Path configuration;
  private final NatsHost host;
  private final int port;
  private final int monitorPort;
  private ChildProcess process;

  NatsServer(
      String name, Path program, Path configuration, NatsHost host, int port, int monitorPort)
      throws IOException {
    this.name = name;
    this.program = program;
    this.configuration = configuration;
    this.host = host;
    this.port = port;
    this.monitorPort = monitorPort;
    this.process = launch();
  }

  private ChildProcess launch() throws IOException {
    var command = new ArrayList<>(host.wrapper());
    command.addAll(List.of(program.toString(), "-c", configuration.toString()));
    return ChildProcess.start(new ProcessBuilder(command));
  }

  public String name() {
    return name;
  }

  public int port() {
    return port;
  }

  public String url() {
    return "nats://" + host.address() + ":" + port;
  }

  /** Ends the server as a crash does; its files stay. */
  public void kill() throws InterruptedException {
    process.kill();
  }

  /** Returns when every thread of the server has stopped; the signal alone does not wait. */
  public void pause() throws IOException, InterruptedException {
    Signals.stop(process);
    Awaitility.await().pollInterval(Duration.ofMillis(5)).until(this::isPaused);
  }

  private boolean isPaused() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        // The state is the first field after the name in parentheses.
        String stat = Files.readString(thread.resolve("stat"));
        if (!stat.substring(stat.lastIndexOf(')') + 2).startsWith("T")) {
          return false;
        }
      }
    }
    return true;
  }

  public void resume() throws IOException, InterruptedException {
    Signals.resume(process);
  }

  /** Starts a killed server again, with its files and its port. */
  public void start() throws IOException {
    if (process.isAlive()) {
      throw new IllegalStateException(name + " already runs");
    }
    process = launch();
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns a page of the monitoring port, such as {@code /jsz}, or nothing without an answer. */
  public String monitor(String page) throws InterruptedException {
    try {
      var request =
          HttpRequest.newBuilder(URI.create("http://" + host.address() + ":" + monitorPort + page))
              .timeout(MONITOR_TIMEOUT)
              .build();
      return MONITOR.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException notYet) {
      return "";
    }
  }

  @Override
  public void close() {
    process.close();
  }

  @Override
  public String toString() {
    return process.toString();
  }
}
