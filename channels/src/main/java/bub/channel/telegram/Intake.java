package bub.channel.telegram;

import bub.channel.Lanes;
import bub.channel.telegram.api.Message;
import bub.channel.telegram.api.Update;
import bub.channel.telegram.store.TelegramStore;
import bub.channel.telegram.store.Waiting;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Takes updates from Telegram: once this returns, Telegram may forget them. Any thread. */
final class Intake {
  private final TelegramStore store;
  private final Lanes<Clerk> clerks;
  private final Tally tally;

  Intake(TelegramStore store, Lanes<Clerk> clerks, Tally tally) {
    this.store = store;
    this.clerks = clerks;
    this.tally = tally;
  }

  /** Goes on with what a process before this one left. */
  void resume() throws IOException, InterruptedException {
    store.chatsWaiting().forEach(chat -> clerks.wake(chat, _ -> {}));
  }

  /** False when there is no place for them now. */
  boolean take(List<Update> updates) throws IOException, InterruptedException {
    List<Waiting> wanted = updates.stream().flatMap(this::wanted).toList();
    if (!store.keep(wanted)) {
      return false;
    }
    wanted.stream().map(Waiting::chat).distinct().forEach(chat -> clerks.wake(chat, _ -> {}));
    return true;
  }

  private Stream<Waiting> wanted(Update update) {
    ChatId chat =
        switch (update.event()) {
          case Update.Posted(Message message) -> message.chat().id();
          case Update.Edited(Message message) -> message.chat().id();
          case Update.Moved _, Update.Other _ -> null;
        };
    if (chat == null) {
      tally.ignored.increment();
      return Stream.empty();
    }
    return Stream.of(new Waiting(update.id(), chat, update.raw()));
  }
}
