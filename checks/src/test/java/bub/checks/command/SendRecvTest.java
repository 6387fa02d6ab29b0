package bub.checks.command;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Sqlite;
import bub.checks.kit.Workshop;
import bub.protocol.Ack;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** {@code bub bus send} and {@code bub bus recv} in two terminals. */
class SendRecvTest {
  @RegisterExtension static final Workshop WORKSHOP = new Workshop();
  private static ServedBus bus;

  @BeforeAll
  static void oneBus() throws Exception {
    bus = WORKSHOP.bus();
  }

  @Test
  void whatIsSentIsReceivedAndAnswered() throws Exception {
    ChildProcess receiver = bus.recv("demo:*", "--count", "1");

    Finished sent = bus.bub("bus", "send", "--to", "demo:1", "--from", "cli:me", "hello", "you");

    assertThat(sent.exitCode()).isZero();
    assertThat(sent.out()).startsWith("ok").contains("received").contains("cli:");
    assertThat(receiver.awaitExit()).isZero();
    assertThat(receiver.out().lines()).containsExactly("cli:me → demo:1  agent_message  hello you");
  }

  @Test
  void jsonGoesInAndComesOutForScripts() throws Exception {
    ChildProcess receiver = bus.recv("--json", "script:*");
    String payload = "{\"type\":\"odd\",\"n\":12345678901234567890.10,\"s\":\"\\u0041\"}";

    Finished sent =
        bus.bub(
            "bus",
            "send",
            "--to",
            "script:1",
            "--message-id",
            "m-json",
            "--json",
            "--payload",
            payload);

    assertThat(sent.exitCode()).isZero();
    JsonNode result = tree(sent.out());
    assertThat(result.path("accepted").asBoolean()).isTrue();
    assertThat(result.path("messageId").asString()).isEqualTo("m-json");
    assertThat(result.path("acks").path(0).path("message").asString()).isEqualTo("received");
    String line = receiver.awaitLine("m-json");
    // Not re-encoded anywhere: the same digits, the same escapes.
    assertThat(line).endsWith("\"payload\":" + payload + "}");
    assertThat(tree(line).propertyNames())
        .containsExactlyInAnyOrder("from", "to", "messageId", "payload");
  }

  @Test
  void exitsWith2AndHelpsWhenNobodyListens() throws Exception {
    Finished sent = bus.bub("bus", "send", "--to", "agent:nobody", "hello");

    assertThat(sent.exitCode()).isEqualTo(2);
    assertThat(sent.out()).isBlank();
    assertThat(sent.err())
        .contains("No one is listening on agent:nobody.")
        .contains("Connected: ")
        .contains("bub bus send --wait 30s --to agent:nobody");
  }

  @Test
  void waitsUntilSomebodyListens() throws Exception {
    ChildProcess sender =
        WORKSHOP.keep(
            bus.program().start("bus", "send", "--wait", "60s", "--to", "late:1", "hello"));
    Eventually.holds(
        () ->
            assertThat(
                    Sqlite.ask(
                        bus.log(),
                        "select count(*) from activity_log where"
                            + " to_address = 'late:1' and status = 'no_recipient'"))
                .isNotEqualTo(List.of("0")));

    ChildProcess receiver = bus.recv("late:1", "--count", "1");

    assertThat(sender.awaitExit()).isZero();
    assertThat(receiver.awaitExit()).isZero();
  }

  @Test
  void exitsWith1WhenOneOfThemFails() throws Exception {
    bus.client("agent:good").serve(_ -> Ack.ok("fine")).connect().subscribe("mixed:*");
    bus.client("agent:bad").serve(_ -> Ack.retryIn(7, "no time")).connect().subscribe("mixed:*");

    Finished sent = bus.bub("bus", "send", "--to", "mixed:1", "hello");

    assertThat(sent.exitCode()).isEqualTo(1);
    assertThat(sent.out())
        .containsPattern("ok +agent:good +fine")
        .containsPattern("failed +agent:bad +no time +\\(retry in 7 s\\)");
  }

  @Test
  void exitsWith1WhenTheBusRefuses() throws Exception {
    Finished sent = bus.bub("bus", "send", "--to", "demo:1", "--type", "spawn_result", "hello");

    assertThat(sent.exitCode()).isEqualTo(1);
    assertThat(sent.err()).contains("may not send spawn_result").doesNotContain("Exception");
  }

  @Test
  void exitsWith64WhenItIsUsedWrongly() throws Exception {
    assertThat(bus.bub("bus", "send", "hello").exitCode()).isEqualTo(64);
    assertThat(bus.bub("bus", "send", "--to", "demo:1").err()).contains("Nothing to send");
    Finished typo = bus.bub("bus", "stats");
    assertThat(typo.exitCode()).isEqualTo(64);
    assertThat(typo.err()).contains("Did you mean 'bub bus status'?", "bub bus --help");
    Finished blank = bus.bub("bus", "send", "--to", "two words", "hello");
    assertThat(blank.exitCode()).isEqualTo(64);
    assertThat(blank.err()).contains("white space");
    for (String wrong : List.of("{oops", "[]", "3")) {
      Finished notJson = bus.bub("bus", "send", "--to", "demo:1", "--payload", wrong);
      assertThat(notJson.exitCode()).isEqualTo(64);
      assertThat(notJson.err()).contains("--payload", "JSON");
    }
    Finished ambiguous = bus.bub("bus", "send", "--to", "demo:1", "--json", "{}");
    assertThat(ambiguous.exitCode()).isEqualTo(64);
    assertThat(ambiguous.err()).contains("use --payload");
  }

  @Test
  void exitsWith69WhenThereIsNoBus() throws Exception {
    Finished sent =
        WORKSHOP.program().run("bus", "send", "--url", "ws://127.0.0.1:1", "--to", "a:1", "hello");

    assertThat(sent.exitCode()).isEqualTo(69);
    assertThat(sent.err()).contains("ws://127.0.0.1:1").contains("bub up");
  }

  @Test
  void hostileTextIsShownHarmless() throws Exception {
    ChildProcess receiver = bus.recv("evil:*", "--count", "1");
    String payload =
        "{\"type\":\"t\",\"content\":{\"text\":\"\\u001b[2J\\u001b]0;owned\\u0007 \\u202ecod\\n"
            + "\\r"
            + "fake line\\u009b31m\"}}";

    Finished sent = bus.bub("bus", "send", "--to", "evil:1", "--payload", payload);

    assertThat(sent.exitCode()).isZero();
    assertThat(receiver.awaitExit()).isZero();
    assertThat(receiver.out().lines()).hasSize(1);
    assertThat(receiver.out().text().strip())
        .matches("[\\P{C}]*")
        .contains("\\u001b[2J")
        .contains("\\u202e")
        .contains("\\n");
  }
}
