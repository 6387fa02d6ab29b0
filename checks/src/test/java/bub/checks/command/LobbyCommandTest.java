package bub.checks.command;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code bub lobby} turns any program into an agent, and lets any script call it. */
class LobbyCommandTest {
  @RegisterExtension static final Workshop WORKSHOP = new Workshop();
  private static ServedBus bus;

  @BeforeAll
  static void oneAgent() throws Exception {
    bus = WORKSHOP.bus();
    Path adder = WORKSHOP.directory().resolve("shout.json");
    Files.writeString(
        adder,
        """
        {"name":"shout","description":"Says it loud","keywords":["voice"],
         "input_schema":{"type":"object","required":["text"],"additionalProperties":false,
                         "properties":{"text":{"type":"string"}}},
         "output_schema":{"type":"object","required":["text"],
                          "properties":{"text":{"type":"string"}}}}
        """);
    String program =
        "read line; case $line in *sick*) echo 'lost my voice' >&2; exit 3;; esac; "
            + "echo \"$line\" | tr a-z A-Z | sed 's/TEXT/text/'";
    ChildProcess agent =
        WORKSHOP.keep(
            bus.program()
                .start(
                    "lobby",
                    "register",
                    "--id",
                    "agent:shout",
                    adder.toString(),
                    "--",
                    "sh",
                    "-c",
                    program));
    agent.awaitLine("agent:shout offers shout");
  }

  @Test
  void aCallPrintsTheAnswer() throws Exception {
    Finished call = bus.bub("lobby", "call", "shout", "--input", "{\"text\":\"hello\"}");

    assertThat(call.exitCode()).as(call.err()).isZero();
    assertThat(tree(call.out()).path("text").asString()).isEqualTo("HELLO");
  }

  @Test
  void aCallThatFailsSaysWhyAndExitsByItsStatus() throws Exception {
    Finished sick = bus.bub("lobby", "call", "shout", "--input", "{\"text\":\"sick\"}");
    assertThat(sick.exitCode()).isEqualTo(1);
    assertThat(sick.err()).contains("lost my voice");

    Finished odd = bus.bub("lobby", "call", "shout", "--input", "{\"text\":7}");
    assertThat(odd.exitCode()).isEqualTo(1);
    assertThat(odd.err()).contains("/text");

    Finished nobody = bus.bub("lobby", "call", "whisper");
    assertThat(nobody.exitCode()).isEqualTo(2);
    assertThat(nobody.err()).contains("No agent offers capability 'whisper'.");

    Finished broken = bus.bub("lobby", "call", "shout", "--input", "{");
    assertThat(broken.exitCode()).isEqualTo(64);
  }

  @Test
  void agentsAreListedFoundAndShown() throws Exception {
    assertThat(bus.bub("lobby", "list").out()).contains("● agent:shout", "shout");
    assertThat(bus.bub("lobby", "discover", "--words", "voice").out()).contains("agent:shout");
    assertThat(bus.bub("lobby", "show", "agent:shout").out())
        .contains("Says it loud", "\"required\":[\"text\"]");

    Finished found = bus.bub("lobby", "discover", "sh*", "--json");
    assertThat(tree(found.out()).path("services_found").size()).isEqualTo(1);
    assertThat(bus.bub("lobby", "discover", "whisper").exitCode()).isEqualTo(2);
  }

  @Test
  void anIdIsKeptForWhoHasItsToken() throws Exception {
    Finished thief = bus.bub("bus", "send", "--from", "agent:shout", "--to", "demo:1", "hello");
    assertThat(thief.exitCode()).isEqualTo(1);

    Finished removed =
        bus.bub("lobby", "remove", "agent:shout", "--run-dir", bus.runDir().toString());
    assertThat(removed.exitCode()).isEqualTo(1);
    assertThat(removed.err()).contains("the bus is running");
  }
}
