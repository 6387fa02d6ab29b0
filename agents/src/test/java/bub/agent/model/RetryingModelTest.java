package bub.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import bub.agent.LeapingTime;
import bub.agent.model.ModelOutcome.Answer;
import bub.agent.model.ModelOutcome.Failure;
import bub.client.ClientEnvironment;
import bub.protocol.MessageId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class RetryingModelTest {
  private static final Prompt PROMPT = new Prompt("", List.of(), List.of());
  private static final Answer ANSWER =
      new Answer(ConversationLine.Said.of("yes"), null, Answer.STOP);
  private static final Failure BUSY = Failure.passing("busy");

  private final LeapingTime time = new LeapingTime();
  private final ClientEnvironment environment =
      new ClientEnvironment(time, () -> 1.0, () -> new MessageId("m"));

  /** Returns these outcomes, one after the other. */
  private record Scripted(Queue<ModelOutcome> outcomes) implements Model {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public ModelOutcome ask(Prompt prompt, Duration atMost, ModelListener listener) {
      return outcomes.remove();
    }
  }

  private ModelOutcome ask(Duration atMost, ModelOutcome... outcomes) throws InterruptedException {
    var scripted = new Scripted(new ArrayDeque<>(List.of(outcomes)));
    return new RetryingModel(scripted, environment).ask(PROMPT, atMost, _ -> {});
  }

  @Test
  void waitsLongerEachTime() throws Exception {
    assertThat(ask(Duration.ofMinutes(3), BUSY, BUSY, BUSY, ANSWER)).isEqualTo(ANSWER);
    assertThat(time.sleeps())
        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
  }

  @Test
  void waitsAsLongAsTheMakerWants() throws Exception {
    var overload = new Failure("too many", true, Duration.ofSeconds(30));
    assertThat(ask(Duration.ofMinutes(3), overload, ANSWER)).isEqualTo(ANSWER);
    assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(30));
  }

  @Test
  void reportsItsWaitsAndTheirReasons() throws Exception {
    var overload = new Failure("too many", true, Duration.ofSeconds(30));
    var scripted = new Scripted(new ArrayDeque<>(List.of(BUSY, overload, ANSWER)));
    var waits = new ArrayList<String>();
    var listener =
        new ModelListener() {
          @Override
          public void text(String soFar) {}

          @Override
          public void waited(String why, Duration wait) {
            waits.add(why + " " + wait.toSeconds());
          }
        };
    new RetryingModel(scripted, environment).ask(PROMPT, Duration.ofMinutes(3), listener);
    assertThat(waits).containsExactly("backoff 1", "rate_limit 30");
  }

  @Test
  void givesUpAfterAFewAttempts() throws Exception {
    assertThat(ask(Duration.ofMinutes(3), BUSY, BUSY, BUSY, BUSY, ANSWER)).isEqualTo(BUSY);
  }

  @Test
  void givesUpWhenTheWaitWouldBeTooLong() throws Exception {
    var overload = new Failure("too many", true, Duration.ofMinutes(5));
    assertThat(ask(Duration.ofMinutes(3), overload, ANSWER)).isEqualTo(overload);
    assertThat(time.sleeps()).isEmpty();
  }

  @Test
  void doesNotAskAgainWhatCannotSucceed() throws Exception {
    Failure lasting = Failure.lasting("no such model");
    assertThat(ask(Duration.ofMinutes(3), lasting, ANSWER)).isEqualTo(lasting);
  }
}
