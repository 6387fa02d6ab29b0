package bub.checks.install;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The script {@code ./dev}, and shellcheck on all scripts of the tree. */
class DeveloperScriptTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void refusesASoakTestThatDoesNotExist() throws Exception {
    ChildProcess dev = run("./dev", "soak", "NoSuchTest");

    assertThat(dev.awaitExit()).isEqualTo(64);
    assertThat(dev.err().text()).contains("No soak test name contains NoSuchTest", "KillLoops");
  }

  @Test
  void refusesAModuleThatDoesNotExist() throws Exception {
    ChildProcess dev = run("./dev", "test", "bsu");

    assertThat(dev.awaitExit()).isEqualTo(64);
    assertThat(dev.err().text()).contains("Unknown module: bsu", "jsonrpc");
  }

  @Test
  void shellcheckFindsNothingInAnyScript() throws Exception {
    var command = new ArrayList<>(List.of("shellcheck"));
    command.addAll(scripts());
    assertThat(command).contains("bub", "dev", "scripts/install.sh", "examples/price-hunter/run");

    ChildProcess shellcheck = run(command.toArray(String[]::new));

    assertThat(shellcheck.awaitExit()).as(shellcheck.toString()).isZero();
  }

  private ChildProcess run(String... command) throws IOException {
    var builder = new ProcessBuilder(command).directory(Product.root().toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return workshop.keep(ChildProcess.start(builder));
  }

  private static List<String> scripts() throws IOException {
    try (Stream<Path> files = Files.walk(Product.root())) {
      return files
          .map(file -> Product.root().relativize(file))
          .filter(file -> !file.toString().matches("(\\.git|(.*/)?(target|node_modules))(/.*)?"))
          .filter(DeveloperScriptTest::isScript)
          .map(Path::toString)
          .sorted()
          .toList();
    }
  }

  private static boolean isScript(Path path) {
    Path file = Product.root().resolve(path);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    if (path.toString().endsWith(".sh")) {
      return true;
    }
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(40), java.nio.charset.StandardCharsets.ISO_8859_1)
          .lines()
          .findFirst()
          .filter(line -> line.matches("#!.*\\b(ba)?sh"))
          .isPresent();
    } catch (IOException unreadable) {
      return false;
    }
  }
}
