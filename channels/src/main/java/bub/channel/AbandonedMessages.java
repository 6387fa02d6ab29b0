package bub.channel;

import bub.channel.store.ChatStore.GivenUp;
import bub.channel.store.QueuedMessage;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** Messages of one chat that no agent will answer. Runs on the chat's worker thread. */
record AbandonedMessages(ChatId chat, ChatContext context) {
  private static final Instant EVER = Instant.ofEpochMilli(Long.MAX_VALUE);

  void refused(QueuedMessage message, String why) throws IOException, InterruptedException {
    context.store().giveUp(chat, message, some -> ChatNotices.refused(some, why));
    context.outgoing().wake(chat, _ -> {});
  }

  void allRefused(String why) throws IOException, InterruptedException {
    giveUpUntil(EVER, some -> ChatNotices.refused(some, why));
  }

  void tooOld(Instant now, String why) throws IOException, InterruptedException {
    Duration age = context.settings().giveUpAfter();
    giveUpUntil(now.minus(age), some -> ChatNotices.tooOld(some, age, why));
  }

  private void giveUpUntil(Instant until, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    if (context.store().giveUpUntil(chat, until, words)) {
      context.outgoing().wake(chat, _ -> {});
    }
  }
}
