package bub.channel;

import bub.channel.store.QueuedMessage;
import bub.client.SendAttempt;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Delivery of a chat's messages to its inbound topic. Runs on the chat's worker thread. */
final class TopicDelivery {
  /** Prefix of the bus's reason for a message that an interceptor halted. */
  private static final String HALTED = "halted by ";

  private final ChatId chat;
  private final ChatContext context;
  private final ChatState state;
  private final ChatBackoff backoff;
  private final StoppableSend sends;

  TopicDelivery(
      ChatId chat, ChatContext context, ChatState state, ChatBackoff backoff, StoppableSend sends) {
    this.chat = chat;
    this.context = context;
    this.state = state;
    this.backoff = backoff;
    this.sends = sends;
  }

  void publish(ChatStage stage, ClassicTopics topics, QueuedMessage message)
      throws IOException, InterruptedException {
    switch (send(topics, message)) {
      case null -> {} // the person has stopped it
      case SendAttempt.Delivered _ -> finish(message);
      // A classic client halts the messages that it has handled.
      case SendAttempt.Refused(String why) when why.startsWith(HALTED) -> finish(message);
      case SendAttempt.Refused(String why) ->
          new AbandonedMessages(chat, context).refused(message, why);
      case SendAttempt.NoRecipient _ ->
          state.stay(stage, new ChatSetback.Wait("no program listens to this chat"));
      case SendAttempt.Retry(Duration atLeast, String why) ->
          state.stay(stage, new ChatSetback.Wait(atLeast, why));
      case SendAttempt.Offline(String why, _) -> state.stay(stage, new ChatSetback.Offline(why));
    }
  }

  private @Nullable SendAttempt send(ClassicTopics topics, QueuedMessage message)
      throws InterruptedException {
    SendAttempt attempt = new SendAttempt.NoRecipient();
    for (Address topic : topics.inbound(chat)) {
      if (attempt instanceof SendAttempt.NoRecipient) {
        attempt =
            sends.send(
                new Envelope(
                    context.description().address(chat),
                    topic,
                    message.messageId(),
                    topics.said(chat, message.payload())));
      }
    }
    return attempt;
  }

  private void finish(QueuedMessage message) throws IOException, InterruptedException {
    context.store().finish(message);
    state.sign();
    backoff.restore();
  }
}
