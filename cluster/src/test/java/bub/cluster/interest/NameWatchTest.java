package bub.cluster.interest;

import static org.assertj.core.api.Assertions.assertThat;

import bub.cluster.interest.InterestMessage.Question;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A node finds out whether its name is free before it speaks. */
class NameWatchTest {
  private static final InterestEncoder RIVAL = new InterestEncoder(new NodeId("n1", 7));
  private static final InterestEncoder OTHER = new InterestEncoder(new NodeId("n2", 8));

  private final NameWatch names = new NameWatch("n1", 0);
  private long beats;

  private byte[] heartbeat(InterestEncoder node) {
    return node.heartbeat(++beats, Question.NONE, 0, 0, 0, Map.of());
  }

  private static long millis(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  @Test
  void aNameIsFreeWhenNobodyUsesItForLongerThanAHeartbeat() {
    names.received(heartbeat(OTHER), millis(300));
    names.received(new byte[] {1, 2, 3}, millis(400));
    assertThat(names.isUnsure(millis(600))).isTrue();
    assertThat(names.isUnsure(millis(900))).isFalse();
    assertThat(names.isTaken()).isFalse();
  }

  @Test
  void aNameIsTakenWhenItsHolderKeepsBeating() {
    for (int at = 500; at <= 1_700; at += 600) {
      assertThat(names.isTaken()).isFalse();
      assertThat(names.isUnsure(millis(at))).isTrue();
      names.received(heartbeat(RIVAL), millis(at));
    }
    assertThat(names.isTaken()).isTrue();
    assertThat(names.isUnsure(millis(1_700))).isFalse();
  }

  @Test
  void theLastWordsOfAPredecessorDoNotTakeTheName() {
    names.received(heartbeat(RIVAL), millis(100));
    names.received(RIVAL.goodbye(), millis(200));
    assertThat(names.isUnsure(millis(900))).isFalse();

    names.received(heartbeat(RIVAL), millis(900));
    assertThat(names.isUnsure(millis(3_000))).isTrue();
    assertThat(names.isUnsure(millis(4_000))).isFalse();
    assertThat(names.isTaken()).isFalse();
  }
}
