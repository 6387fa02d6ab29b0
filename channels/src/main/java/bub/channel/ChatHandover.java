package bub.channel;

import bub.channel.store.QueuedMessage;
import bub.channel.store.UnfinishedWork;
import bub.client.SendAttempt;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;

/**
 * Handover of a chat's messages to the bridge that serves the channel now. A message that an agent
 * has accepted stays with the agent, whose answer goes to that bridge. Runs on the chat's worker
 * thread.
 */
final class ChatHandover {
  private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);

  private final ChatId chat;
  private final ChatContext context;
  private final ChatState state;

  ChatHandover(ChatId chat, ChatContext context, ChatState state) {
    this.chat = chat;
    this.context = context;
    this.state = state;
  }

  void pass(UnfinishedWork unfinished) throws IOException, InterruptedException {
    QueuedMessage undelivered = unfinished.toDeliver();
    if (undelivered != null) {
      pass(undelivered);
    } else if (unfinished.unanswered() != null) {
      context.store().finish(unfinished.unanswered());
    } else {
      rest("another bridge serves this channel");
    }
  }

  private void pass(QueuedMessage message) throws IOException, InterruptedException {
    switch (context.sender().send(context.payloads().handover(chat, message))) {
      case SendAttempt.Delivered _ -> context.store().finish(message);
      case SendAttempt.NoRecipient _ -> rest("no bridge serves this channel");
      case SendAttempt.Retry(Duration _, String why) -> rest(why);
      case SendAttempt.Offline(String why, _) ->
          state.stay(state.stage(), new ChatSetback.Offline(why));
      case SendAttempt.Refused(String why) -> rest(why);
    }
  }

  private void rest(String why) {
    state.stay(state.stage(), new ChatSetback.Wait(AGAIN_AFTER, why));
  }
}
