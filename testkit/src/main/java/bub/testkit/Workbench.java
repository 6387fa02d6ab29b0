package bub.testkit;

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

/** Resources of a test, or of a class if in a static field, all removed at its end. */
public class Workbench
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

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
    shifts.push(new Shift(Files.createTempDirectory("bub-tests"), new ArrayDeque<>()));
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

  /** Kills agents, which would outlive the process that started them. */
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

  public final Path directory() {
    return current().directory;
  }

  /** Closes {@code thing} at the end of the test, whatever its outcome, newest first. */
  public final <T extends AutoCloseable> T keep(T thing) {
    current().open.push(thing);
    return thing;
  }

  public final BubProgram program() {
    return Product.program(directory().resolve("home"));
  }

  public final ChildProcess start(String... arguments) throws IOException {
    return keep(program().start(arguments));
  }
}
