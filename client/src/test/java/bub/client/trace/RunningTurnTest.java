package bub.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A turn runs until its last answer. */
class RunningTurnTest {
  private static final Instant SOON = LogRows.START.plusSeconds(10);

  private final LogRows log = new LogRows();

  private TurnTree tree() {
    return tree(SOON);
  }

  private TurnTree tree(Instant now) {
    return Objects.requireNonNull(new TurnTreeBuilder(null).addAll(log.rows()).build(now));
  }

  private static TurnSpan span(TurnTree tree, String name) {
    return tree.spans().stream().filter(span -> span.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void anAgentThatWorkedBeforeItsAckOwesNoAnswer() {
    log.start(0, "m", "agent:a", "agent:b", LogRows.said("agent_message", "Do it", null));
    log.event(1, "process_start", "m", "agent:b", "agent:b", "start", null);
    log.step(100, "agent:b", "m", "\"kind\":\"tool\",\"name\":\"t\",\"ms\":90");
    log.event(110, "process_finish", "m", "agent:b", "agent:b", "ok", null);
    log.event(111, "send_finish", "m", "agent:a", "agent:b", "ok", null);

    assertThat(tree().running()).isFalse();

    log.step(200, "agent:b", "m", "\"kind\":\"tool\",\"name\":\"later\",\"ms\":50");
    assertThat(span(tree(), "agent:b").isRunning()).isTrue();
  }

  @Test
  void aMessageInFlightIsAnOpenSpan() {
    log.start(0, "m", "agent:a", "agent:b", LogRows.said("job", "Do it", null));
    log.event(1, "process_start", "m", "agent:b", "agent:b", "start", null);

    assertThat(tree().root().isRunning()).isTrue();
    assertThat(tree().root().duration(SOON)).isEqualTo(Duration.ofSeconds(10));
    assertThat(tree(SOON.plus(Duration.ofHours(1))).root().status()).isEqualTo("unknown");
  }
}
