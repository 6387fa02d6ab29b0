package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The scene in examples/price-hunter runs with one command, as docs/lobby.md says. */
@Tag("soak")
class PriceHunterExampleSoakTest {
  private static final Path EXAMPLE = Path.of("examples/price-hunter");

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void oneCommandPlaysItAndDrawsThePicture() throws Exception {
    Path temporary = Files.createDirectory(workshop.directory().resolve("tmp"));
    var command = new ProcessBuilder(checkout().resolve(EXAMPLE).resolve("run").toString());
    command.environment().put("JAVA_HOME", System.getProperty("java.home"));
    command.environment().put("TMPDIR", temporary.toString());

    ChildProcess run = workshop.keep(ChildProcess.start(command));

    assertThat(run.awaitExit()).as(run.toString()).isZero();
    assertThat(run.out().text().lines())
        .containsSubsequence(
            "customer: looking for Bose QuietComfort headphones",
            "item finder: regular price 128.0, asking price_hunter_A2_v2",
            "price hunter: searching for Bose QuietComfort headphones for item_finder_A1_v2",
            "customer: found it for 108.8 at DiscountDealz.com (mock)",
            "rogue as rogue_007: Unauthorized: Agent 'rogue_007' is not authorized to call"
                + " capability 'find_cheapest_item_price_v2' on agent 'price_hunter_A2_v2'.");
    assertThat(run.out().text())
        .contains("item_finder_A1_v2 is registered in the lobby: send its token")
        .containsSubsequence(
            "customer_A0 → system:lobby", "← item_finder_A1_v2  ok", "answered, ok")
        .containsSubsequence(
            "item_finder_A1_v2 → system:lobby", "← price_hunter_A2_v2  ok", "answered, ok")
        .containsSubsequence("rogue_007 → system:lobby", "REQUEST_DENIED_AUTHORIZATION");
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void everyAgentIsShortAndSaysHowToStartIt() throws IOException {
    try (Stream<Path> files = Files.list(Product.root().resolve(EXAMPLE))) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .hasSize(4)
          .allSatisfy(
              file -> {
                assertThat(Files.readAllLines(file)).hasSizeLessThan(60);
                String name = file.getFileName().toString().replace(".java", "");
                assertThat(Files.readString(file)).contains("examples/run price-hunter/" + name);
              });
    }
  }

  /** A checkout that is built: this very build runs the test, and must not be disturbed. */
  private Path checkout() throws IOException, InterruptedException {
    Path checkout = Files.createDirectory(workshop.directory().resolve("checkout"));
    for (String directory : List.of("scripts", "cli/target", EXAMPLE.toString())) {
      Files.createDirectories(checkout.resolve(directory));
    }
    copy(Path.of("scripts/jdk.sh"), checkout);
    try (Stream<Path> files = Files.list(Product.root().resolve(EXAMPLE))) {
      for (Path file : files.toList()) {
        copy(EXAMPLE.resolve(file.getFileName()), checkout);
      }
    }
    Files.createSymbolicLink(checkout.resolve("cli/target/bub.jar"), Product.jar());
    DocumentationTest.bubIn(checkout);
    return checkout;
  }

  private static void copy(Path file, Path checkout) throws IOException {
    Files.copy(
        Product.root().resolve(file), checkout.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
  }
}
