package bub.agent.model;

import bub.client.Backoff;
import bub.client.ClientEnvironment;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Model that retries temporary failures of another one with backoff. */
public final class RetryingModel implements Model {
  private static final Logger LOG = LoggerFactory.getLogger(RetryingModel.class);
  private static final int MAX_ATTEMPTS = 4;
  private static final String RATE_LIMIT_WAIT = "rate_limit"; // the provider named the time
  private static final String BACKOFF_WAIT = "backoff";
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(20));

  private final Model model;
  private final ClientEnvironment environment;

  public RetryingModel(Model model, ClientEnvironment environment) {
    this.model = model;
    this.environment = environment;
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
  public ModelOutcome ask(Prompt prompt, Duration atMost, ModelListener listener)
      throws InterruptedException {
    Instant deadline = environment.time().now().plus(atMost);
    for (int attempt = 1; ; attempt++) {
      ModelOutcome outcome = model.ask(prompt, left(deadline), listener);
      if (!(outcome instanceof ModelOutcome.Failure failure) || !failure.isPassing()) {
        return outcome;
      }
      Duration wait = BACKOFF.delay(attempt - 1, environment.chance());
      wait = wait.compareTo(failure.retryAfter()) < 0 ? failure.retryAfter() : wait;
      LOG.warn(
          "Model {} failed (attempt {} of {}): {}",
          name(),
          attempt,
          MAX_ATTEMPTS,
          failure.reason());
      if (attempt == MAX_ATTEMPTS || wait.compareTo(left(deadline)) >= 0) {
        return failure;
      }
      environment.time().sleep(wait);
      listener.waited(failure.retryAfter().isZero() ? BACKOFF_WAIT : RATE_LIMIT_WAIT, wait);
    }
  }

  private Duration left(Instant deadline) {
    return Duration.between(environment.time().now(), deadline);
  }
}
