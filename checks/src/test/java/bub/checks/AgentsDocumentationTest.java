package bub.checks;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.ChildProcess;
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
    Thread agent =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    DocumentedExamples.agent(bus.url().toString(), WORKSHOP.directory());
                  } catch (InterruptedException told) {
                    // the end of an agent that never ends by itself
                  } catch (Exception failed) {
                    throw new AssertionError(failed);
                  }
                });
    try {
      Eventually.holds(() -> assertThat(bus.bub("bus", "status").out()).contains("agent:shouter"));
      talk("java");
    } finally {
      agent.interrupt();
      agent.join();
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
