package bub.cli.agents;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Command line of another bub process with the same Java, jar and JVM options. */
final class BubLauncher {
  private static final String JAR = "-jar";

  // An agent mostly waits for its model, so memory matters more than speed.
  private static final List<String> FRUGAL =
      List.of("-Xms8m", "-Xmn4m", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  private BubLauncher() {}

  /** The heap is a size such as {@code 64m}. */
  static List<String> command(String heap, String... arguments) {
    ProcessHandle.Info self = ProcessHandle.current().info();
    var command = new ArrayList<String>();
    command.add(
        self.command()
            .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(options(self.arguments().orElseGet(() -> new String[0])));
    command.addAll(FRUGAL);
    command.add("-Xmx" + heap);
    command.addAll(List.of(JAR, jar().toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** A class cache only works with the same JVM options. */
  private static List<String> options(String[] arguments) {
    int end = Arrays.asList(arguments).indexOf(JAR);
    return Arrays.stream(arguments, 0, Math.max(0, end))
        .filter(option -> !option.startsWith("-Xmx") && !option.startsWith("-Xlog:aot"))
        .toList();
  }

  private static Path jar() {
    try {
      return Path.of(BubLauncher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
