package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.jsonrpc.InMemoryLink;
import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documentation is true: its snippets compile, and its tour runs. */
public class DocumentationTest {
  @RegisterExtension private final Workshop workshop = new Workshop();

  @ParameterizedTest
  @CsvSource({
    "docs/jsonrpc.md, responder",
    "docs/jsonrpc.md, caller",
    "README.md, client",
    "docs/lobby.md, lobby"
  })
  void theDocumentationShowsTheCodeThatIsCompiledHere(String document, String name)
      throws IOException {
    String shown =
        find(
            "<!-- snippet: " + name + " -->\\s*```java\n(.*?)```",
            Files.readString(Product.root().resolve(document)));
    String compiled =
        find("// snippet: " + name + "\n(.*?)// end", Files.readString(source()))
            .replaceAll("(?s)// \\(elsewhere\\).*?// \\(here\\)\n", "");

    assertThat(withoutLayout(shown)).isEqualTo(withoutLayout(compiled));
  }

  @Test
  void theTenLineCallerAndResponderUnderstandEachOther() throws Exception {
    var link = InMemoryLink.pair();
    var said = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      DocumentedExamples.responder(link.left());
      DocumentedExamples.caller(link.right());
    } finally {
      System.setOut(before);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("3");
  }

  @Test
  void theClientOfTheReadmeTalksToABus() throws Exception {
    DocumentedExamples.client(workshop.bus().url().toString());
  }

  @Test
  void theTourOfTheReadmeRunsWhenPastedTwice() throws Exception {
    ServedBus bus = workshop.bus();
    for (int round = 1; round <= 2; round++) {
      assertThat(PastedTour.of("README.md", "").run(workshop, bus.runDir()))
          .contains("ok  ", "received", "No one is listening on demo-typo:1", "exit code 2")
          .contains("\"messageId\":\"tour-1\"", "accepted", "answered, ok")
          .contains("demo:*", "no_recipient");
    }
  }

  @Test
  void sixCommandsLeadToALockedBusWithTlsTwice() throws Exception {
    String tour = PastedTour.of("docs/security.md", "security").commands();
    assertThat(tour.strip().lines()).hasSize(6);
    Path run = workshop.directory().resolve("run");
    bubIn(workshop.directory());
    // The second time, the bus of the first is still running.
    for (int round = 1; round <= 2; round++) {
      String url = servedSecurely(tour, run);
      Path certificate = workshop.directory().resolve("cert.pem");
      assertThat(status(run, url).exitCode()).isEqualTo(69);
      assertThat(status(run, url, "--ca", certificate.toString()).exitCode()).isZero();
      Path token = workshop.directory().resolve("worker.token");
      assertThat(Files.readString(token)).startsWith("bub_");
      assertThat(Files.getPosixFilePermissions(token)).hasSize(2);

      var clients = PastedTour.of("docs/security.md", "security clients");
      String looked = clients.replace("wss://localhost:7892", url).run(workshop, run);
      assertThat(looked.split(" at " + url, -1)).hasSize(3);
    }

    var end = PastedTour.of("docs/security.md", "security end");
    assertThat(end.run(workshop, run)).contains("bub has stopped", "is now open");
    assertThat(end.run(workshop, run)).contains("bub is not running in", "is not locked");
  }

  /** Pastes the commands and returns the address of the bus that they start. */
  private String servedSecurely(String tour, Path run) throws Exception {
    var shell = new ProcessBuilder("bash", "-ec", tour.replace("bus serve", "bus serve --port 0"));
    shell.directory(workshop.directory().toFile()).environment().put("BUB_RUN_DIR", run.toString());
    ChildProcess pasted = workshop.keep(ChildProcess.start(shell));
    return "wss://localhost:" + pasted.awaitLine("bub bus ready wss://").replaceAll(".*:", "");
  }

  private BubProgram.Finished status(Path run, String url, String... more) throws Exception {
    var command = new ArrayList<>(List.of("bus", "status", "--url", url));
    command.addAll(List.of(more));
    return workshop
        .program()
        .with("BUB_RUN_DIR", run.toString())
        .run(command.toArray(String[]::new));
  }

  /**
   * Puts a ./bub there, as a checkout has one, that starts the program of this build. Another
   * process writes it: a program that a parallel test starts inherits the open files of this one,
   * and Linux does not run a file that somebody has open for writing.
   */
  public static void bubIn(Path directory) throws IOException, InterruptedException {
    Path text = directory.resolve("bub.text");
    Files.writeString(
        text,
        "#!/bin/sh\nexec \"%s\" %s -jar \"%s\" \"$@\"\n"
            .formatted(BubProgram.java(), String.join(" ", Product.javaOptions()), Product.jar()));
    String copy = "cp bub.text bub && chmod +x bub";
    var shell = new ProcessBuilder("sh", "-c", copy).directory(directory.toFile()).inheritIO();
    assertThat(shell.start().waitFor()).isZero();
  }

  private static Path source() {
    return Product.root().resolve("checks/src/test/java/bub/checks/docs/DocumentedExamples.java");
  }

  private static String find(String pattern, String text) {
    Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    assertThat(found.find()).as(pattern).isTrue();
    return found.group(1);
  }

  private static String withoutLayout(String code) {
    return code.replaceAll("\\s+", "");
  }
}
