package bub.channel.telegram;

import bub.channel.telegram.api.ApiOutcome;
import bub.client.Backoff;
import bub.client.ClientEnvironment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Growing waits between failed calls to Telegram. One thread only. */
final class TelegramBackoff {
  private static final Logger LOG = LoggerFactory.getLogger(TelegramBackoff.class);

  /** Minimum wait for which every retry is logged. */
  private static final Duration WORTH_A_LINE = Duration.ofMinutes(1);

  private final ClientEnvironment environment;
  private int failures;

  TelegramBackoff(ClientEnvironment environment) {
    this.environment = environment;
  }

  interface Call<T> {
    ApiOutcome<T> make() throws InterruptedException;
  }

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

  void restore() {
    failures = 0;
  }

  void waitOut(Duration atLeast, String why) throws InterruptedException {
    Duration backoff = Backoff.REDELIVER.delay(failures, environment.chance());
    Duration delay = backoff.compareTo(atLeast) > 0 ? backoff : atLeast;
    if (failures++ == 0 || delay.compareTo(WORTH_A_LINE) > 0) {
      LOG.warn(
          "Telegram request failed: {}. The next attempt is at {}.",
          why,
          environment.time().now().plus(delay).truncatedTo(ChronoUnit.SECONDS));
    }
    environment.time().sleep(delay);
  }
}
