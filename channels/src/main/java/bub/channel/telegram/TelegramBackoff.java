package bub.channel.telegram;

import bub.channel.telegram.api.ApiOutcome;
import bub.client.Backoff;
import bub.client.ClientEnvironment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits between calls to Telegram that fail, longer each time. One thread only. */
final class TelegramBackoff {
  private static final Logger LOG = LoggerFactory.getLogger(TelegramBackoff.class);

  /** A longer wait is told each time. */
  private static final Duration WORTH_A_LINE = Duration.ofMinutes(1);

  private final ClientEnvironment environment;
  private int failures;

  TelegramBackoff(ClientEnvironment environment) {
    this.environment = environment;
  }

  /** A call that may fail. */
  interface Call<T> {
    ApiOutcome<T> make() throws InterruptedException;
  }

  /** Calls until there is an outcome that more calls cannot change. */
  <T> ApiOutcome<T> until(Call<T> call) throws InterruptedException {
    while (true) {
      ApiOutcome<T> outcome = call.make();
      if (!(outcome instanceof ApiOutcome.Retry<T>(Duration after, String why))) {
        restore();
        return outcome;
      }
      waitOut(after, why);
    }
  }

  /** Something went well: the next failure is the first one. */
  void restore() {
    failures = 0;
  }

  void waitOut(Duration atLeast, String why) throws InterruptedException {
    Duration backoff = Backoff.REDELIVER.delay(failures, environment.chance());
    Duration delay = backoff.compareTo(atLeast) > 0 ? backoff : atLeast;
    if (failures++ == 0 || delay.compareTo(WORTH_A_LINE) > 0) {
      LOG.warn(
          "Telegram cannot be asked now: {}. The next try is at {}",
          why,
          environment.time().now().plus(delay).truncatedTo(ChronoUnit.SECONDS));
    }
    environment.time().sleep(delay);
  }
}
