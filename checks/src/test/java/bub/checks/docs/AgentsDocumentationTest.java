package bub.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.DocumentedPrograms;
import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The agents in docs/agents.md work as printed. */
class AgentsDocumentationTest {
  @RegisterExtension static final Workshop WORKSHOP = new Workshop();

  private static final DocumentedPrograms PROGRAMS =
      new DocumentedPrograms(WORKSHOP, "docs/agents.md");
  private static ServedBus bus;

  @BeforeAll
  static void oneBus() throws Exception {
    bus = WORKSHOP.bus();
  }

  @Test
  void anAgentInPythonAnswers() throws Exception {
    assertThat(PROGRAMS.text("shouter.py").lines()).hasSizeLessThanOrEqualTo(40);
    answers("py", PROGRAMS.start(bus.port(), PROGRAMS.python(), "shouter.py"));
  }

  @Test
  void anAgentInJavaScriptAnswers() throws Exception {
    assertThat(PROGRAMS.text("shouter.mjs").lines()).hasSizeLessThanOrEqualTo(40);
    answers("js", PROGRAMS.start(bus.port(), PROGRAMS.node(), "shouter.mjs"));
  }

  @Test
  void anAgentInJavaAnswers() throws Exception {
    assertThat(PROGRAMS.text("Shouter.java").lines()).hasSizeLessThanOrEqualTo(30);
    var run = List.of(Product.root().resolve("examples/run").toString());
    try (ChildProcess agent = PROGRAMS.start(bus.port(), run, "Shouter.java")) {
      agent.awaitLine("is running");
      Eventually.holds(() -> assertThat(bus.bub("bus", "status").out()).contains("agent:shouter"));
      talk("java");
    }
  }

  @Test
  void theCommandsAboutSessionsWorkWhenPastedTwice() throws Exception {
    Path run = WORKSHOP.directory().resolve("all");
    LiveBub bub = LiveBub.start(WORKSHOP, WORKSHOP.program(), run);

    for (int round = 1; round <= 2; round++) {
      String sessions = PastedTour.of("docs/agents.md", "sessions").run(WORKSHOP, bub.runDir());
      assertThat(sessions)
          .contains("hello", "running", "terminal:work", "Received a message of 5 characters")
          .contains("Stopped agent:", "Restarted agent:");
      String configured = PastedTour.of("docs/agents.md", "configure").run(WORKSHOP, bub.runDir());
      assertThat(configured).contains("ok  ");
    }
  }

  @Test
  void theAgentsSayWhyTheBusRefusesThem() throws Exception {
    Path run = WORKSHOP.directory().resolve("locked");
    WORKSHOP
        .program()
        .run("token", "create", "--client-id", "agent:x", "--run-dir", run.toString());
    ServedBus locked = ServedBus.start(WORKSHOP, run, 0);

    ChildProcess python =
        WORKSHOP.keep(PROGRAMS.start(locked.port(), PROGRAMS.python(), "shouter.py"));
    ChildProcess node =
        WORKSHOP.keep(PROGRAMS.start(locked.port(), PROGRAMS.node(), "shouter.mjs"));

    python.awaitLine("the bus refuses: ");
    node.awaitErrorLine("the bus refuses: ");
    assertThat(python.out().text() + node.out().text()).doesNotContain("is on the bus");
  }

  private static void answers(String id, ChildProcess agent) throws Exception {
    try (agent) {
      agent.awaitLine("is on the bus");
      talk(id);
    }
  }

  private static void talk(String id) throws Exception {
    ChildProcess chat =
        WORKSHOP.keep(bus.program().start("chat", "--to", "agent:shouter", "--id", id));
    chat.type("hello");
    chat.type("are you there?");
    chat.endInput();
    assertThat(chat.awaitExit()).as(chat::toString).isZero();
    assertThat(chat.out().lines()).isEqualTo(List.of("HELLO!", "ARE YOU THERE?!"));
  }
}
