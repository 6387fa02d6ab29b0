package bub.checks.command;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.TerminalWindow;
import bub.checks.kit.Workshop;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** {@code bub top} shows the health of a bus, for people at a terminal and for scripts. */
class TopTest {
  private static final String OTHER_SCREEN = "\u001b[?1049h";
  private static final String NORMAL_SCREEN = "\u001b[?1049l";
  private static final String NO_CURSOR = "\u001b[?25l";
  private static final String CURSOR = "\u001b[?25h";

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void withoutATerminalItPrintsWhatItSeesOnce() throws Exception {
    ServedBus bus = workshop.bus();
    bus.client("agent:worker").serve(_ -> Ack.ok("done")).connect().subscribe("work:*");

    Finished top = bus.bub("top");

    assertThat(top.exitCode()).as(top.err()).isZero();
    assertThat(top.out())
        .containsPattern("● bus-[0-9a-f]+  up \\d+ s  " + bus.url())
        .containsPattern("messages +0/s  0/s refused")
        .containsPattern("peers +1, 2 subscriptions")
        .containsPattern("0  agent:worker +\\d+ s +agent +agent:worker work:\\*")
        .doesNotContain("\u001b", "cli:", "quit");
  }

  @Test
  void scriptsGetALineASecond() throws Exception {
    ServedBus bus = workshop.bus();
    var worker = bus.client("agent:worker").serve(_ -> Ack.ok("done")).connect();
    ChildProcess top = workshop.keep(bus.program().start("top", "--json"));

    Eventually.holds(
        () -> {
          worker.send(new Address("agent:nobody"), RawJson.EMPTY_OBJECT);
          JsonNode sample = tree(top.out().lines().getLast());
          assertThat(sample.at("/health/perSecond").asDouble()).isPositive();
          assertThat(sample.at("/health/p99Ms").asDouble()).isPositive();
          assertThat(sample.at("/bus/connected").asBoolean()).isTrue();
          assertThat(sample.at("/peers/0/clientId").asString()).isEqualTo("agent:worker");
        });
    assertThat(top.isAlive()).isTrue();
  }

  @Test
  void onATerminalItTakesTheScreenAndGivesItBack() throws Exception {
    ServedBus bus = workshop.bus();
    bus.client("agent:worker").serve(_ -> Ack.ok("done")).connect();
    TerminalWindow window = TerminalWindow.open(workshop, "top", "--url", bus.url().toString());
    Eventually.holds(
        () ->
            assertThat(window.lines())
                .anyMatch(line -> line.contains("agent:worker") && line.contains("agent "))
                .last()
                .isEqualTo("q quit  p pause  s sort: busiest first"));
    assertThat(window.sent()).contains(OTHER_SCREEN, NO_CURSOR).doesNotContain(NORMAL_SCREEN);

    window.resize(40, 10);
    window.type("s");
    Eventually.holds(
        () ->
            assertThat(window.lines())
                .hasSize(10)
                .contains("        0  agent:worker")
                .last()
                .isEqualTo("q quit  p pause  s sort: by name"));

    window.type("q");
    assertThat(window.awaitExit()).isZero();
    assertThat(window.sent()).containsSubsequence(NO_CURSOR, NORMAL_SCREEN, CURSOR);
    assertThat(window.isRestored()).isTrue();
  }

  @Test
  void aBusThatGoesAwayAndComesBackIsSeenToDoSo() throws Exception {
    ServedBus bus = workshop.bus();
    TerminalWindow window = TerminalWindow.open(workshop, "top", "--url", bus.url().toString());
    Eventually.holds(() -> assertThat(window.lines().getFirst()).startsWith("● bus-"));

    bus.process().kill();
    Eventually.holds(
        () ->
            assertThat(window.lines().getFirst())
                .startsWith("○ the bus is not connected, retrying  "));

    workshop.busOn(bus.port());
    Eventually.holds(() -> assertThat(window.lines().getFirst()).startsWith("● bus-"));

    window.program().destroy();
    assertThat(window.awaitExit()).as("as whatever a signal ends").isEqualTo(143);
    assertThat(window.sent()).containsSubsequence(NO_CURSOR, NORMAL_SCREEN, CURSOR);
    assertThat(window.isRestored()).as("whoever ended it").isTrue();
  }

  @Test
  void onceIsPlainTextOnATerminalToo() throws Exception {
    ServedBus bus = workshop.bus();
    TerminalWindow window =
        TerminalWindow.open(workshop, "top", "--once", "--url", bus.url().toString());

    assertThat(window.awaitExit()).isZero();
    assertThat(window.sent()).contains("● bus-").doesNotContain("\u001b");
  }

  @Test
  void withoutABusItSaysSo() throws Exception {
    Finished top = workshop.program().run("top", "--url", "ws://127.0.0.1:9");

    assertThat(top.exitCode()).isEqualTo(69);
    assertThat(top.err()).contains("nothing is listening on port 9");
  }

  @Test
  void whoMayNotLookLearnsIt() throws Exception {
    Path runDir = workshop.directory().resolve("run");
    Path token = workshop.directory().resolve("a.token");
    BubProgram here = workshop.program().with("BUB_RUN_DIR", runDir.toString());
    here.run("token", "create", "--client-id", "cli:*", "--out", token.toString());
    ServedBus bus = workshop.bus();

    Finished top = bus.bub("top", "--token-file", token.toString());

    assertThat(top.exitCode()).isEqualTo(1);
    assertThat(top.err()).contains("The bus refused", "operator");
  }
}
