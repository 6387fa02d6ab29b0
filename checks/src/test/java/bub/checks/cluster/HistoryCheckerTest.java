package bub.checks.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.cluster.HistoryEvent.Accepted;
import bub.checks.cluster.HistoryEvent.Answered;
import bub.checks.cluster.HistoryEvent.Connected;
import bub.checks.cluster.HistoryEvent.Ended;
import bub.checks.cluster.HistoryEvent.FaultBegan;
import bub.checks.cluster.HistoryEvent.FaultHealed;
import bub.checks.cluster.HistoryEvent.LeaseUsed;
import bub.checks.cluster.HistoryEvent.MessageKey;
import bub.checks.cluster.HistoryEvent.Outcome;
import bub.checks.cluster.HistoryEvent.Stored;
import bub.checks.cluster.HistoryEvent.TookEffect;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker finds each kind of broken promise in a forged history. */
class HistoryCheckerTest {
  private static final MessageKey MESSAGE = new MessageKey("agent:s", "m-1");
  private static final long SECOND = 1_000_000_000;

  private final HistoryChecker checker =
      new HistoryChecker(new OwnershipCheck(Duration.ofSeconds(2), Duration.ofSeconds(5)));

  private List<String> problems(HistoryEvent... events) {
    return checker.problems(List.of(events), Long.MAX_VALUE);
  }

  private void finds(String problem, HistoryEvent... events) {
    assertThat(problems(events)).singleElement().asString().startsWith(problem + ": ");
  }

  @Test
  void aGoodHistoryHasNoProblems() {
    assertThat(
            problems(
                new Stored(1, MESSAGE, "agent:r"),
                new Answered(2, MESSAGE, Outcome.RETRY),
                new Accepted(3, MESSAGE, "agent:r"),
                new Answered(4, MESSAGE, Outcome.DELIVERED),
                new TookEffect(5, MESSAGE, "agent:r")))
        .isEmpty();
  }

  @Test
  void aLostMessageIsFound() {
    finds("lost", new Stored(1, MESSAGE, "agent:r"), new Accepted(2, MESSAGE, "agent:r"));
  }

  @Test
  void aMessageThatIsStillOnItsWayIsNotLost() {
    assertThat(checker.problems(List.of(new Stored(9, MESSAGE, "agent:r")), 8)).isEmpty();
  }

  @Test
  void aSecondEffectIsFoundAtAnyReceiver() {
    finds(
        "repeated",
        new Accepted(1, MESSAGE, "agent:r"),
        new TookEffect(2, MESSAGE, "agent:r"),
        new TookEffect(3, MESSAGE, "agent:r"));
    finds(
        "repeated",
        new Accepted(1, MESSAGE, "agent:r"),
        new TookEffect(2, MESSAGE, "agent:r"),
        new TookEffect(3, MESSAGE, "agent:q"));
  }

  @Test
  void aSuccessThatNobodyProcessedIsFound() {
    finds("false ack", new Answered(1, MESSAGE, Outcome.DELIVERED));
    finds(
        "false ack",
        new Accepted(1, MESSAGE, "agent:r"),
        new Answered(2, MESSAGE, Outcome.DELIVERED));
  }

  @Test
  void aSuccessBeforeTheMessageWasAcceptedIsFound() {
    finds(
        "false ack",
        new Answered(1, MESSAGE, Outcome.DELIVERED),
        new Accepted(2, MESSAGE, "agent:r"),
        new TookEffect(3, MESSAGE, "agent:r"));
  }

  @Test
  void anotherAnswerThanSuccessPromisesNothing() {
    assertThat(
            problems(
                new Answered(1, MESSAGE, Outcome.NOBODY),
                new Answered(2, MESSAGE, Outcome.REFUSED)))
        .isEmpty();
  }

  @Test
  void twoOwnersAreFound() {
    finds(
        "two owners",
        new Connected(0, "agent:x", 1, "n1"),
        new Connected(SECOND, "agent:x", 2, "n2"),
        new Ended(4 * SECOND, "agent:x", 1, 4001));
    finds(
        "two owners",
        new Connected(0, "agent:x", 1, "n1"),
        new Connected(SECOND, "agent:x", 2, "n2"),
        new FaultBegan(9 * SECOND, "late"));
  }

  @Test
  void aHandoverIsAllowed() {
    assertThat(
            problems(
                new Connected(0, "agent:x", 1, "n1"),
                new Connected(SECOND, "agent:x", 2, "n2"),
                new Connected(SECOND, "agent:y", 3, "n2"),
                new Ended(2 * SECOND, "agent:x", 1, 4001),
                new Ended(99 * SECOND, "agent:x", 2, 1000)))
        .isEmpty();
  }

  @Test
  void aFaultExcusesTwoOwnersUntilItsRecovery() {
    HistoryEvent first = new Connected(0, "agent:x", 1, "n1");
    HistoryEvent began = new FaultBegan(0, "split");
    HistoryEvent second = new Connected(SECOND, "agent:x", 2, "n2");
    HistoryEvent healed = new FaultHealed(20 * SECOND, "split");
    assertThat(problems(first, began, second, healed, new Ended(26 * SECOND, "agent:x", 1, 4001)))
        .isEmpty();
    finds("two owners", first, began, second, healed, new Ended(28 * SECOND, "agent:x", 1, 4001));
  }

  @Test
  void aLeaseInTwoHandsIsFound() {
    finds(
        "shared lease",
        new LeaseUsed(1, "bot", "n1", 7),
        new LeaseUsed(2, "bot", "n2", 9),
        new LeaseUsed(3, "bot", "n1", 7));
    finds("shared lease", new LeaseUsed(1, "bot", "n1", 7), new LeaseUsed(2, "bot", "n2", 7));
    assertThat(
            problems(
                new LeaseUsed(1, "bot", "n1", 7),
                new LeaseUsed(2, "bot", "n2", 9),
                new LeaseUsed(3, "chat", "n1", 7)))
        .isEmpty();
  }
}
