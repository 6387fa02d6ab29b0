package bub.checks;

import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A directory, programs and connections; nothing of them outlives the test that made them. In a
 * static field it lasts for all tests of a class, and what they share is made before them.
 */
final class Workshop
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

  /** What one test, or all of a class, have to put away. */
  private record Shift(Path directory, Deque<AutoCloseable> open) {}

  private final Deque<Shift> shifts = new ArrayDeque<>();

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    begin();
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    begin();
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    end(shifts.pop());
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    end(shifts.pop());
  }

  private void begin() throws IOException {
    shifts.push(new Shift(Files.createTempDirectory("bub-checks"), new ArrayDeque<>()));
  }

  private static void end(Shift shift) throws Exception {
    try {
      while (!shift.open.isEmpty()) {
        shift.open.pop().close();
      }
    } finally {
      sweep(shift.directory);
      try (Stream<Path> files = Files.walk(shift.directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Agents outlive who has started them; not here. */
  private static void sweep(Path directory) {
    ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(directory.toString()))
        .forEach(
            process -> {
              process.destroyForcibly();
              process.onExit().join();
            });
  }

  private Shift current() {
    return shifts.element();
  }

  Path directory() {
    return current().directory;
  }

  /** Has {@code thing} closed when the test is over, whatever its outcome; the newest first. */
  <T extends AutoCloseable> T keep(T thing) {
    current().open.push(thing);
    return thing;
  }

  BubProgram program() {
    return Product.program(directory().resolve("home"));
  }

  /** Starts the program and leaves it running. */
  ChildProcess start(String... arguments) throws IOException {
    return keep(program().start(arguments));
  }

  /** A bus on a free port, ready. */
  ServedBus bus(String... options) throws IOException, InterruptedException {
    return busOn(0, options);
  }

  ServedBus busOn(int port, String... options) throws IOException, InterruptedException {
    return ServedBus.start(this, directory().resolve("run"), port, options);
  }
}
