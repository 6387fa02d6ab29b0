package bub.agent.model;

import bub.client.Backoff;
import bub.client.Surroundings;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a model again, after a while, when it failed in a way that passes. */
public final class PatientModel implements Model {
  private static final Logger LOG = LoggerFactory.getLogger(PatientModel.class);
  private static final int MAX_ATTEMPTS = 4;
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(20));

  private final Model model;
  private final Surroundings surroundings;

  public PatientModel(Model model, Surroundings surroundings) {
    this.model = model;
    this.surroundings = surroundings;
  }

  @Override
  public String name() {
    return model.name();
  }

  @Override
  public boolean understands() {
    return model.understands();
  }

  @Override
  public Outcome ask(Prompt prompt, Duration atMost, Consumer<String> soFar)
      throws InterruptedException {
    Instant deadline = surroundings.time().now().plus(atMost);
    for (int attempt = 1; ; attempt++) {
      Outcome outcome = model.ask(prompt, left(deadline), soFar);
      if (!(outcome instanceof Outcome.Failure failure) || !failure.isPassing()) {
        return outcome;
      }
      Duration wait = BACKOFF.delay(attempt - 1, surroundings.chance());
      wait = wait.compareTo(failure.retryAfter()) < 0 ? failure.retryAfter() : wait;
      LOG.warn("{} failed ({} of {}): {}", name(), attempt, MAX_ATTEMPTS, failure.reason());
      if (attempt == MAX_ATTEMPTS || wait.compareTo(left(deadline)) >= 0) {
        return failure;
      }
      surroundings.time().sleep(wait);
    }
  }

  private Duration left(Instant deadline) {
    return Duration.between(surroundings.time().now(), deadline);
  }
}
