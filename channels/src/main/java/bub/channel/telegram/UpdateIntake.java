package bub.channel.telegram;

import bub.channel.telegram.api.TelegramMessage;
import bub.channel.telegram.api.TelegramUpdate;
import bub.channel.telegram.store.PendingUpdate;
import bub.channel.telegram.store.TelegramStore;
import bub.client.KeyedWorkers;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Intake that stores updates, which Telegram may delete afterwards. Safe for any thread. */
final class UpdateIntake {
  private final TelegramStore store;
  private final KeyedWorkers<ChatId, UpdateWorker> workers;
  private final BridgeCounters counters;

  UpdateIntake(
      TelegramStore store, KeyedWorkers<ChatId, UpdateWorker> workers, BridgeCounters counters) {
    this.store = store;
    this.workers = workers;
    this.counters = counters;
  }

  void resume() throws IOException, InterruptedException {
    store.chatsWaiting().forEach(chat -> workers.wake(chat, _ -> {}));
  }

  /** Returns false when there is no space for the updates now. */
  boolean take(List<TelegramUpdate> updates) throws IOException, InterruptedException {
    List<PendingUpdate> wanted = updates.stream().flatMap(this::wanted).toList();
    if (!store.keep(wanted)) {
      return false;
    }
    wanted.stream()
        .map(PendingUpdate::chat)
        .distinct()
        .forEach(chat -> workers.wake(chat, _ -> {}));
    return true;
  }

  private Stream<PendingUpdate> wanted(TelegramUpdate update) {
    ChatId chat =
        switch (update.event()) {
          case TelegramUpdate.Posted(TelegramMessage message) -> message.chat().id();
          case TelegramUpdate.Edited(TelegramMessage message) -> message.chat().id();
          case TelegramUpdate.Moved _, TelegramUpdate.Other _ -> null;
        };
    if (chat == null) {
      counters.ignored.increment();
      return Stream.empty();
    }
    return Stream.of(new PendingUpdate(update.id(), chat, update.raw()));
  }
}
