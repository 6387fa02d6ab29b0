package bub.channel;

import bub.channel.store.ChatStore.GivenUp;
import bub.channel.store.QueuedMessage;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** Gives messages of one chat up, and tells its person. On the thread of the chat's lane. */
record AbandonedMessages(ChatId chat, ChatContext context) {
  private static final Instant EVER = Instant.ofEpochMilli(Long.MAX_VALUE);

  /** No agent takes this message. */
  void refused(QueuedMessage message, String why) throws IOException, InterruptedException {
    context.store().giveUp(chat, message, some -> ChatNotices.refused(some, why));
    context.ushers().wake(chat, _ -> {});
  }

  /** There will be no agent for anything that was typed so far. */
  void allRefused(String why) throws IOException, InterruptedException {
    giveUpUntil(EVER, some -> ChatNotices.refused(some, why));
  }

  /** What was typed too long ago is not worth an answer any more. */
  void tooOld(Instant now, String why) throws IOException, InterruptedException {
    Duration age = context.settings().giveUpAfter();
    giveUpUntil(now.minus(age), some -> ChatNotices.tooOld(some, age, why));
  }

  private void giveUpUntil(Instant until, Function<GivenUp, String> words)
      throws IOException, InterruptedException {
    if (context.store().giveUpUntil(chat, until, words)) {
      context.ushers().wake(chat, _ -> {});
    }
  }
}
