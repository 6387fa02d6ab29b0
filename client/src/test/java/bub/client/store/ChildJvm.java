package bub.client.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A separate process for tests that kill it, with the same Java and class path. */
final class ChildJvm {
  private ChildJvm() {}

  static ProcessBuilder of(Class<?> program, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
