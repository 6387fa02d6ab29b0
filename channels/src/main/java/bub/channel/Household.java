package bub.channel;

import bub.channel.store.ChatStore;
import bub.client.Surroundings;

/** What the chats of a house share. */
record Household(
    ChannelFacts facts,
    HouseSettings settings,
    ChatStore store,
    Post post,
    Letters letters,
    Lanes<Usher> ushers,
    Surroundings surroundings) {

  ClassicTopics topics(AgentSource.Topics source) {
    return new ClassicTopics(facts, source.shortForm());
  }
}
