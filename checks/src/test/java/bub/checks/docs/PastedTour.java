package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands of a page of the documentation, pasted into a shell in a checkout. */
public record PastedTour(String commands) {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  /**
   * The commands below a mark in a page.
   *
   * @param name as in {@code <!-- tour: NAME -->}; empty for {@code <!-- tour -->}
   */
  public static PastedTour of(String document, String name) throws IOException {
    String mark = "<!-- tour" + (name.isEmpty() ? "" : ": " + name) + " -->";
    Matcher block =
        Pattern.compile(Pattern.quote(mark) + "\\s*```sh\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Product.root().resolve(document)));
    assertThat(block.find()).as(mark).isTrue();
    return new PastedTour(block.group(1));
  }

  /** The commands with another text in place of this one. */
  PastedTour replace(String shown, String actual) {
    return new PastedTour(commands.replace(shown, actual));
  }

  /** Runs the commands to their good end, for the bub of this run directory. */
  public String run(Workshop workshop, Path runDir) throws IOException, InterruptedException {
    return run(workshop, Map.of("BUB_RUN_DIR", runDir.toString()));
  }

  /** Runs the commands to their good end, with these variables. */
  public String run(Workshop workshop, Map<String, String> variables)
      throws IOException, InterruptedException {
    DocumentationTest.bubIn(workshop.directory());
    // "set -m" is what an interactive shell has: job control.
    var shell = new ProcessBuilder("bash", "-c", "set -em\n" + commands);
    shell.directory(workshop.directory().toFile()).redirectErrorStream(true);
    shell.environment().putAll(variables);
    ChildProcess pasted = workshop.keep(ChildProcess.start(shell));
    assertThat(pasted.awaitExit(TIMEOUT)).as(pasted::toString).isZero();
    return pasted.out().text();
  }
}
