package bub.channel;

import bub.channel.store.ChatStore;
import bub.client.ClientEnvironment;
import bub.client.KeyedWorkers;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.io.IOException;

/** What the chats of a house share. */
record ChatContext(
    ChannelDescription facts,
    ChatSettings settings,
    ChatStore store,
    ChatSender sender,
    ChatPayloads payloads,
    KeyedWorkers<ChatId, OutgoingLines> ushers,
    ClientEnvironment environment) {

  ClassicTopics topics(AgentSource.Topics source) {
    return new ClassicTopics(facts, source.shortForm());
  }

  /** Where a chat gets its agent: the one that its person chose, or as all chats of the house. */
  AgentSource agents(ChatId chat) throws IOException, InterruptedException {
    Address chosen = store.profile(chat).chosenAgent();
    return chosen == null ? settings.agents() : new AgentSource.Fixed(chosen);
  }
}
