package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.LiveBub;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.agent.Agent;
import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs in docs/java.md run as printed, from their source, with the jar of bub. */
class JavaDocumentationTest {
  @RegisterExtension static final Workshop WORKSHOP = new Workshop();

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static ServedBus bus;

  @BeforeAll
  static void oneBus() throws Exception {
    bus = WORKSHOP.bus();
  }

  private record Program(String name, String source, String output) {}

  private static List<Program> programs() throws IOException {
    String page = Files.readString(Product.root().resolve("docs/java.md"));
    return Pattern.compile(
            "<!-- program: (\\w+) -->\n```java\n(.*?)```\n(?:\n```text\n(.*?)```)?", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(JavaDocumentationTest::program)
        .toList();
  }

  private static Program program(MatchResult found) {
    return new Program(
        found.group(1), found.group(2), found.group(3) == null ? "" : found.group(3));
  }

  private static Program program(String name) throws IOException {
    return programs().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private static List<String> command(Path file) {
    return List.of(
        BubProgram.java().toString(),
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        Product.jar().toString(),
        file.toString());
  }

  private static Path save(Program program) throws IOException {
    Path home = Files.createTempDirectory(WORKSHOP.directory(), program.name());
    return Files.writeString(home.resolve("MyAgent.java"), program.source());
  }

  private static ChildProcess start(Program program) throws IOException {
    Path file = save(program);
    var builder = new ProcessBuilder(new ArrayList<>(command(file)));
    builder.environment().put("BUB_BUS_URL", bus.url().toString());
    builder.environment().put("BUB_STATE_DIR", file.resolveSibling("state").toString());
    return WORKSHOP.keep(ChildProcess.start(builder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"handlers", "post", "stream", "capability", "interceptor", "operator"})
  void aProgramPrintsWhatThePageSays(String name) throws Exception {
    Program program = program(name);
    ChildProcess running = start(program);
    assertThat(running.awaitExit(PATIENCE)).as(running.err().text()).isZero();
    assertThat(running.out().text().strip()).isEqualTo(program.output().strip());
  }

  @Test
  void everyProgramOfThePageIsTested() throws Exception {
    assertThat(programs())
        .extracting(Program::name)
        .containsExactly(
            "shouter", "handlers", "post", "stream", "capability", "interceptor", "operator");
  }

  @Test
  void theFirstAgentAnswersAndEndsOnASignal() throws Exception {
    ChildProcess shouter = start(program("shouter"));
    try (Agent reader = Agent.named("agent:reader").bus(bus.url().toString()).inMemory()) {
      reader.connect();
      Awaitility.await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> reader.ask("agent:shouter", "hi").equals("HI!"));
    }
    shouter.terminate();
    assertThat(shouter.awaitExit(PATIENCE)).as("exit code after SIGTERM").isIn(0, 143);
  }

  @Test
  void bubStartsTheFirstAgentForEachChat() throws Exception {
    String command = String.join(" ", command(save(program("shouter"))));
    LiveBub bub = LiveBub.start(WORKSHOP, "--agent-command", command);
    ChildProcess chat =
        WORKSHOP.keep(
            bub.program().start("chat", "--run-dir", bub.runDir().toString(), "--id", "7"));
    chat.type("hello");
    chat.awaitLine("HELLO!");
  }
}
