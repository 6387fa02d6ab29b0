package bub.bench.server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Command line of a server, and the line of output, with the port, that says it is ready. */
public record ServerCommand(List<String> command, Pattern ready) {
  public static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  public static final List<String> BUB = List.of(JAVA, "-Xmx256m", "-jar", "cli/target/bub.jar");

  public static ServerCommand relay() {
    List<String> command =
        List.of(
            JAVA,
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            RelayServer.class.getName());
    return new ServerCommand(command, Pattern.compile("relay ready ws://127\\.0\\.0\\.1:(\\d+)"));
  }

  public static ServerCommand nats(Path program, Path directory) throws IOException {
    Path config = directory.resolve("nats.conf");
    Files.writeString(
        config,
        """
        host: "127.0.0.1"
        port: -1
        websocket { host: "127.0.0.1", port: -1, no_tls: true }
        """);
    return new ServerCommand(
        List.of(program.toString(), "-c", config.toString()),
        Pattern.compile("websocket clients on ws://127\\.0\\.0\\.1:(\\d+)"));
  }

  public static ServerCommand bub(List<String> program, String activityLog, Path runDir) {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("bus", "serve", "--port", "0", "--activity-log", activityLog));
    command.addAll(List.of("--run-dir", runDir.toString()));
    return new ServerCommand(command, Pattern.compile("bub bus ready ws://127\\.0\\.0\\.1:(\\d+)"));
  }

  /** A bus without a log that is a node of a cluster. */
  public static ServerCommand node(
      List<String> program, String servers, String cluster, String name, Path runDir) {
    List<String> command = new ArrayList<>(bub(program, "off", runDir).command());
    command.addAll(List.of("--cluster", servers, "--cluster-name", cluster, "--node-name", name));
    return new ServerCommand(command, Pattern.compile("bub bus ready ws://127\\.0\\.0\\.1:(\\d+)"));
  }

  /** The same program with another limit of its heap. */
  public static List<String> withHeap(List<String> program, String heap) {
    return program.stream().map(word -> word.startsWith("-Xmx") ? "-Xmx" + heap : word).toList();
  }

  /** Agents do not stop when idle. */
  public static ServerCommand everything(List<String> program, Path runDir) {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("up", "--port", "0", "--run-dir", runDir.toString()));
    command.addAll(List.of("--spawner", "local", "--idle-timeout", "0s"));
    return new ServerCommand(command, Pattern.compile("bub is up +ws://127\\.0\\.0\\.1:(\\d+)"));
  }

  /** The same command with one more option. */
  public ServerCommand with(String option, Object value) {
    List<String> more = new ArrayList<>(command);
    more.addAll(List.of(option, value.toString()));
    return new ServerCommand(more, ready);
  }

  public static ServerCommand console(List<String> program, Path runDir) {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("console", "--run-dir", runDir.toString(), "--console-port", "0"));
    return new ServerCommand(
        command, Pattern.compile("console is running +http://127\\.0\\.0\\.1:(\\d+)"));
  }

  /** Root can run the browser only without its sandbox. */
  public static ServerCommand browser(Path program, Path directory) {
    List<String> command =
        List.of(
            program.toString(),
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-port=0",
            "--user-data-dir=" + directory,
            "about:blank");
    return new ServerCommand(
        command, Pattern.compile("DevTools listening on ws://127\\.0\\.0\\.1:(\\d+)"));
  }

  /** The rate limits are higher than Telegram's. */
  public static ServerCommand bridge(
      List<String> program, URI telegram, Path runDir, String allowed) {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("telegram", "--run-dir", runDir.toString()));
    command.addAll(List.of("--telegram-token-file", runDir.resolve("token").toString()));
    command.addAll(List.of("--api-url", telegram.toString(), "--telegram-rate", "10000"));
    command.addAll(List.of("--allow", allowed));
    return new ServerCommand(
        command, Pattern.compile("bridge ready, bus ws://127\\.0\\.0\\.1:(\\d+)"));
  }

  /** Also looks in the directories that Debian leaves out of a user's PATH. */
  public static Optional<Path> find(String program) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/local/sbin:/usr/sbin";
    return Stream.of(path.split(":", -1))
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
