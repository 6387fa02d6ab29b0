package bub.gateway.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import bub.gateway.DoorScene;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The A2A project's own compatibility tests, against an agent of a real bus. {@code ./dev soak}
 * prepares them with scripts/a2a-tck.sh, and names them in {@code BUB_A2A_TCK} and {@code
 * BUB_A2A_PYTHON}.
 */
@Tag("soak")
class A2aTckSoakTest {
  /** Tests that may fail; docs/interop.md gives the reasons. */
  private static final Set<String> BASELINE =
      Set.of(
          "tests/compatibility/core_operations/test_requirements.py::test_must_requirement[CORE-SEND-003-jsonrpc]",
          "tests/compatibility/core_operations/test_requirements.py::test_must_requirement[CORE-SEND-003-http_json]");

  private static final Pattern FAILED = Pattern.compile("^(?:FAILED|ERROR) (tests/\\S+)");

  @TempDir Path directory;

  private static String prepared(String variable) {
    String value = System.getenv(variable);
    if (value == null) {
      throw new AssertionError(
          variable
              + " is not set, so the A2A TCK is not prepared. Run ./dev soak A2aTck, and see what"
              + " scripts/a2a-tck.sh says.");
    }
    return value;
  }

  @Test
  void onlyTheBaselineFails() throws Exception {
    String checkout = prepared("BUB_A2A_TCK");
    String python = prepared("BUB_A2A_PYTHON");
    try (var scene = new DoorScene(directory);
        var _ = new A2aTckAgent(scene)) {
      Path log = directory.resolve("tck.log");
      Process tck =
          new ProcessBuilder(
                  python,
                  "-m",
                  "pytest",
                  "tests/compatibility",
                  "-q",
                  "-rs",
                  "-p",
                  "no:cacheprovider",
                  "--sut-host=" + scene.url("/a2a/" + A2aTckAgent.ID),
                  "--transport=jsonrpc,http_json")
              .directory(Path.of(checkout).toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      assertThat(tck.waitFor(15, TimeUnit.MINUTES)).isTrue();

      var failed = new TreeSet<String>();
      String last = "";
      for (String line : Files.readAllLines(log)) {
        var match = FAILED.matcher(line);
        if (match.find()) {
          failed.add(match.group(1));
        }
        last = line;
      }
      System.out.println("A2A TCK: " + last);
      String copy = System.getenv("BUB_A2A_TCK_LOG");
      if (copy != null) {
        Files.copy(log, Path.of(copy), StandardCopyOption.REPLACE_EXISTING);
      }
      assertThat(last).contains(" passed");
      failed.removeAll(BASELINE);
      assertThat(failed).isEmpty();
    }
  }
}
