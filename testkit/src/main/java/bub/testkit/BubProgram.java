package bub.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The finished program as a user starts it, with an empty home directory. Immutable. */
public final class BubProgram {
  private static final List<String> LOCATIONS =
      List.of("XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME");

  private final Path jar;
  private final Map<String, String> environment;
  private final List<String> javaOptions;
  private final List<String> wrapper;

  private BubProgram(
      Path jar, Map<String, String> environment, List<String> javaOptions, List<String> wrapper) {
    this.jar = jar;
    this.environment = environment;
    this.javaOptions = javaOptions;
    this.wrapper = wrapper;
  }

  public static BubProgram of(Path jar, Path home) {
    var environment = new TreeMap<String, String>();
    environment.put("HOME", home.toString());
    LOCATIONS.forEach(location -> environment.put(location, home.resolve(location).toString()));
    return new BubProgram(jar, environment, List.of(), List.of());
  }

  public BubProgram with(String variable, String value) {
    var more = new TreeMap<>(environment);
    more.put(variable, value);
    return new BubProgram(jar, more, javaOptions, wrapper);
  }

  public BubProgram withJava(String... options) {
    var more = new ArrayList<>(javaOptions);
    more.addAll(List.of(options));
    return new BubProgram(jar, environment, more, wrapper);
  }

  public BubProgram withDescriptors(int most) {
    List<String> limited = List.of("sh", "-c", "ulimit -n \"$0\" && exec \"$@\"", "" + most);
    return new BubProgram(jar, environment, javaOptions, limited);
  }

  /** The same program, started by another command, such as {@code ip netns exec name}. */
  public BubProgram within(List<String> command) {
    return new BubProgram(jar, environment, javaOptions, command);
  }

  public ChildProcess start(String... arguments) throws IOException {
    var command = new ArrayList<String>(wrapper);
    command.add(java().toString());
    command.addAll(javaOptions);
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(List.of(arguments));
    return ChildProcess.start(in(environment, new ProcessBuilder(command)));
  }

  public Finished run(String... arguments) throws IOException, InterruptedException {
    try (ChildProcess child = start(arguments)) {
      int exitCode = child.awaitExit();
      return new Finished(exitCode, child.out().text(), child.err().text());
    }
  }

  private static ProcessBuilder in(Map<String, String> environment, ProcessBuilder builder) {
    // The user who runs the tests may use bub too.
    builder.environment().keySet().removeIf(name -> name.startsWith("BUB_"));
    builder.environment().putAll(environment);
    return builder;
  }

  public static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  public record Finished(int exitCode, String out, String err) {}
}
