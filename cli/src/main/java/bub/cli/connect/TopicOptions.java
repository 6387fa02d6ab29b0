package bub.cli.connect;

import bub.channel.AgentSource;
import bub.channel.ChatSettings;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import picocli.CommandLine.Option;

/** Options for chats that classic clients serve through topics, instead of agents. */
@InSection(Section.AGENTS)
public final class TopicOptions {
  @Option(
      names = "--classic-topics",
      description =
          "Start no agents for chats. Publish the messages of users to inbound:CHAT, and show"
              + " them the messages to outbound:CHAT.")
  private boolean classicTopics;

  /** The chats of a channel with a short form are also known without its name. */
  public ChatSettings apply(ChatSettings chats, boolean shortForm) {
    return classicTopics ? chats.withAgents(new AgentSource.Topics(shortForm)) : chats;
  }
}
