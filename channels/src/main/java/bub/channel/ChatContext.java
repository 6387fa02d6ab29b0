package bub.channel;

import bub.channel.store.ChatStore;
import bub.client.ClientEnvironment;
import bub.client.KeyedWorkers;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.io.IOException;

/** Objects that the chats of one chat service share. */
record ChatContext(
    ChannelDescription description,
    ChatSettings settings,
    ChatStore store,
    ChatSender sender,
    ChatPayloads payloads,
    KeyedWorkers<ChatId, OutgoingLines> outgoing,
    StoppedMessages stopped,
    ContinuedTurns continued,
    ServiceShift shift,
    ClientEnvironment environment) {

  ClassicTopics topics(AgentSource.Topics source) {
    return new ClassicTopics(description, source.shortForm());
  }

  AgentSource agents(ChatId chat) throws IOException, InterruptedException {
    Address chosen = store.profile(chat).chosenAgent();
    return chosen == null ? settings.agents() : new AgentSource.Fixed(chosen);
  }
}
