package bub.bench.measure;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.bench.server.ServerCommand;
import bub.bench.wire.BenchFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cost of a lobby with many agents: discovery time, load time and heap. */
public record LobbyMeasurement(
    int agents, long medianMicros, long p99Micros, long loadMillis, long heapMib) {
  private static final Pattern LINE =
      Pattern.compile("census median (\\d+) p99 (\\d+) load (\\d+) heap (\\d+)");

  public static LobbyMeasurement take(int agents, Path directory) throws IOException {
    var command =
        List.of(
            ServerCommand.JAVA,
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            LobbyMeasurementProcess.class.getName(),
            directory.toString(),
            Integer.toString(agents));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    Matcher line = LINE.matcher(said);
    if (!line.find()) {
      throw new BenchFailure("the lobby measurement failed: " + said);
    }
    return new LobbyMeasurement(
        agents, number(line, 1), number(line, 2), number(line, 3), number(line, 4));
  }

  private static long number(Matcher line, int group) {
    return Long.parseLong(line.group(group));
  }
}
