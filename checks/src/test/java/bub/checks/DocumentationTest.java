package bub.checks;

import static org.assertj.core.api.Assertions.assertThat;

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
class DocumentationTest {
  @RegisterExtension private final Workshop workshop = new Workshop();

  @ParameterizedTest
  @CsvSource({
    "docs/jsonrpc.md, responder",
    "docs/jsonrpc.md, caller",
    "README.md, client",
    "docs/lobby.md, lobby",
    "docs/agents.md, agent"
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
  void theTourOfTheReadmeRunsWhenPasted() throws Exception {
    ServedBus bus = workshop.bus();
    String tour =
        find(
            "<!-- tour -->\\s*```sh\n(.*?)```",
            Files.readString(Product.root().resolve("README.md")));
    bubIn(workshop.directory());

    // "set -m" is what an interactive shell has: jobs such as %1.
    var shell = new ProcessBuilder("bash", "-c", "set -em\n" + tour);
    shell.directory(workshop.directory().toFile()).redirectErrorStream(true);
    shell.environment().put("BUB_BUS_URL", bus.url().toString());
    Process pasted = shell.start();
    String said = new String(pasted.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(pasted.waitFor()).as(said).isZero();
    assertThat(said)
        .contains("ok  ", "received", "nobody listens on demo-typo:1", "exit code 2")
        .contains("\"messageId\":\"tour-1\"", "accepted", "answered, ok")
        .contains("demo:*", "no_recipient");
  }

  @Test
  void sixCommandsLeadToALockedBusWithTls() throws Exception {
    String tour =
        find(
            "<!-- tour: security -->\\s*```sh\n(.*?)```",
            Files.readString(Product.root().resolve("docs/security.md")));
    assertThat(tour.strip().lines()).hasSize(6);
    Path run = workshop.directory().resolve("run");
    bubIn(workshop.directory());
    var shell = new ProcessBuilder("bash", "-ec", tour.replace("bus serve", "bus serve --port 0"));
    shell.directory(workshop.directory().toFile()).environment().put("BUB_RUN_DIR", run.toString());

    ChildProcess pasted = workshop.keep(ChildProcess.start(shell));

    String ready = pasted.awaitLine("bub bus ready wss://");
    String url = "wss://localhost:" + ready.replaceAll(".*:", "");
    Path certificate = workshop.directory().resolve("cert.pem");
    assertThat(status(run, url, "--ca", certificate.toString()).exitCode()).isZero();
    assertThat(status(run, url).exitCode()).isEqualTo(69);
    Path token = workshop.directory().resolve("worker.token");
    assertThat(Files.readString(token)).startsWith("bub_");
    assertThat(Files.getPosixFilePermissions(token)).hasSize(2);

    String clients =
        find(
            "<!-- tour: security clients -->\\s*```sh\n(.*?)```",
            Files.readString(Product.root().resolve("docs/security.md")));
    var second = new ProcessBuilder("bash", "-ec", clients.replace("wss://localhost:7892", url));
    second.directory(workshop.directory().toFile()).environment().put("BUB_RUN_DIR", run + "");
    ChildProcess looked = workshop.keep(ChildProcess.start(second));
    assertThat(looked.awaitExit()).as(looked::toString).isZero();
    assertThat(looked.out().text().split(" at " + url, -1)).hasSize(3);
  }

  private BubProgram.Finished status(Path run, String url, String... more) throws Exception {
    var command = new ArrayList<>(List.of("bus", "status", "--url", url));
    command.addAll(List.of(more));
    return workshop
        .program()
        .with("BUB_RUN_DIR", run.toString())
        .run(command.toArray(String[]::new));
  }

  /** Puts a ./bub there, as a checkout has one, that starts the program of this build. */
  static void bubIn(Path directory) throws IOException {
    Path bub = directory.resolve("bub");
    Files.writeString(
        bub,
        "#!/bin/sh\nexec \"%s\" %s -jar \"%s\" \"$@\"\n"
            .formatted(BubProgram.java(), String.join(" ", Product.javaOptions()), Product.jar()));
    assertThat(bub.toFile().setExecutable(true)).isTrue();
  }

  private static Path source() {
    return Product.root().resolve("checks/src/test/java/bub/checks/DocumentedExamples.java");
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
