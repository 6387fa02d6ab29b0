package bub.channel;

import bub.channel.store.Queued;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;

/**
 * Publishes what was typed in a chat to its inbound topic, and keeps it until somebody has taken
 * it. On the thread of the chat's lane.
 */
final class TopicDelivery {
  /** The beginning of what the bus says of a message that an interceptor has kept for itself. */
  private static final String HALTED = "halted by ";

  private final ChatId chat;
  private final Household house;
  private final Situation situation;
  private final Patience patience;

  TopicDelivery(ChatId chat, Household house, Situation situation, Patience patience) {
    this.chat = chat;
    this.house = house;
    this.situation = situation;
    this.patience = patience;
  }

  void publish(Stage stage, ClassicTopics topics, Queued message)
      throws IOException, InterruptedException {
    switch (send(topics, message)) {
      case Posted.Taken _ -> finish(message);
      // A classic client halts what it has handled.
      case Posted.Refused(String why) when why.startsWith(HALTED) -> finish(message);
      case Posted.Refused(String why) -> new Resignation(chat, house).refused(message, why);
      case Posted.Nobody _ ->
          situation.stay(stage, new Setback.Wait("nobody listens to what is said here"));
      case Posted.Later(Duration atLeast, String why) ->
          situation.stay(stage, new Setback.Wait(atLeast, why));
      case Posted.Offline(String why) -> situation.stay(stage, new Setback.Offline(why));
    }
  }

  private Posted send(ClassicTopics topics, Queued message) throws InterruptedException {
    Posted posted = new Posted.Nobody();
    for (Address topic : topics.inbound(chat)) {
      if (posted instanceof Posted.Nobody) {
        posted =
            house
                .post()
                .send(
                    new Envelope(
                        house.facts().address(chat),
                        topic,
                        message.messageId(),
                        topics.said(chat, message.payload())));
      }
    }
    return posted;
  }

  private void finish(Queued message) throws IOException, InterruptedException {
    house.store().finish(message);
    situation.sign();
    patience.restore();
  }
}
