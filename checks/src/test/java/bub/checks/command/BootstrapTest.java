package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Messages that give a chat its agent, as an observer sees them. */
class BootstrapTest {
  private static final Pattern SENT = Pattern.compile(" (\\S+) → (\\S+)  start  (\\w+)$");
  private static final Set<String> BESIDES = Set.of("agent_event", "route_assigned");

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void theLogShowsTheMessagesAndTheSystemAgentTheRest() throws Exception {
    LiveBub bub = LiveBub.start(workshop);
    ChildProcess log =
        workshop.keep(
            bub.program()
                .start("bus", "log", "--follow", "--events", "--run-dir", bub.runDir().toString()));
    Eventually.holds(() -> assertThat(bub.bub("bus", "status").out()).contains("cli:"));

    bub.chatter("1").says("hello").leavesContent();
    String agent = bub.session().path("client_id").asString();
    log.awaitLine("  tg_reply");
    assertThat(bub.bub("sessions", "stop", agent).exitCode()).isZero();

    List<String> messages =
        log.out().lines().stream()
            .map(SENT::matcher)
            .filter(line -> line.find() && !BESIDES.contains(line.group(3)))
            .map(line -> line.group(3) + " " + line.group(1) + " " + line.group(2))
            .toList();
    assertThat(messages)
        .startsWith(
            "spawn_request term:1 system:spawn",
            "spawn_result agent:system term:1",
            "configure term:1 " + agent,
            "tg_message term:1 " + agent,
            "tg_reply " + agent + " term:1");
    assertThat(bub.process().err().text())
        .containsSubsequence(
            "workspace ",
            "terminal:1 is ready",
            ": spawning",
            " runs as process ",
            ": running",
            ": stopped");
  }
}
