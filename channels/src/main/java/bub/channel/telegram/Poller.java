package bub.channel.telegram;

import bub.channel.telegram.api.ApiOutcome;
import bub.channel.telegram.api.BotApi;
import bub.channel.telegram.api.TelegramRefusal;
import bub.channel.telegram.api.UpdateBatch;
import bub.client.ClientEnvironment;
import bub.client.OutageLog;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Poller of Telegram's updates; Telegram remembers the confirmed offset. Runs on one thread. */
final class Poller {
  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
  private static final int BATCH = 100;
  private static final Duration WHILE_FULL = Duration.ofSeconds(1);
  private static final Duration UNCONFIRMED = Duration.ofSeconds(5);
  private static final Duration AFTER_CONFLICT = Duration.ofSeconds(5);
  private static final long ALL_UNCONFIRMED = 0;

  static final String CONFLICT =
      "another program receives the updates of this bot; stop that program or create another bot"
          + " for it";

  private final BotApi api;
  private final UpdateIntake intake;
  private final Duration timeout;
  private final ClientEnvironment environment;
  private final BridgeCounters counters;
  private final Consumer<@Nullable String> problem;
  private final TelegramBackoff backoff;
  private final OutageLog storing;
  private long offset = ALL_UNCONFIRMED;

  /** {@code problem} gets the reason when no updates arrive, and null when they do. */
  Poller(
      BotApi api,
      UpdateIntake intake,
      Duration timeout,
      ClientEnvironment environment,
      BridgeCounters counters,
      Consumer<@Nullable String> problem) {
    this.api = api;
    this.intake = intake;
    this.timeout = timeout;
    this.environment = environment;
    this.counters = counters;
    this.problem = problem;
    this.backoff = new TelegramBackoff(environment);
    this.storing = new OutageLog(LOG, "The store of Telegram updates", environment.time());
  }

  /** Returns the reason when a retry is useless. */
  String run() throws InterruptedException {
    while (true) {
      switch (api.getUpdates(offset, timeout, BATCH)) {
        case ApiOutcome.Ok<UpdateBatch>(UpdateBatch batch) -> {
          problem.accept(null);
          take(batch);
        }
        case ApiOutcome.Retry<UpdateBatch>(Duration after, String why) -> {
          problem.accept(why);
          backoff.waitOut(after, why);
        }
        case ApiOutcome.Refused<UpdateBatch> refused
            when refused.kind() == TelegramRefusal.UNAUTHORIZED -> {
          return TelegramBridge.BAD_TOKEN;
        }
        case ApiOutcome.Refused<UpdateBatch> refused -> {
          String why =
              refused.kind() == TelegramRefusal.CONFLICT ? CONFLICT : refused.description();
          problem.accept(why);
          backoff.waitOut(AFTER_CONFLICT, why);
        }
      }
    }
  }

  private void take(UpdateBatch batch) throws InterruptedException {
    try {
      if (!intake.take(batch.updates())) {
        storing.failed("too many updates are waiting");
        environment.time().sleep(WHILE_FULL);
        return;
      }
      storing.recovered();
    } catch (IOException broken) {
      storing.failed(String.valueOf(broken.getMessage()));
      environment.time().sleep(WHILE_FULL);
      return;
    }
    counters.broken.add(batch.broken());
    if (batch.next() == offset && batch.broken() > 0) {
      // Telegram would return the same batch at once on every request.
      backoff.waitOut(UNCONFIRMED, batch.broken() + " updates have no update_id");
      return;
    }
    backoff.restore();
    // With nothing left to confirm, the next id may be anything, for example after a quiet week.
    boolean isQuiet = batch.next() == offset;
    offset = isQuiet ? ALL_UNCONFIRMED : batch.next();
  }
}
