package bub.system;

import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.message.Channel;
import bub.system.session.ChatKey;
import java.util.Map;

/**
 * Address prefixes of the channels. The chats of {@code discord} are at {@code discord:…}, unless
 * the channel declares another prefix.
 *
 * @param declared declared prefixes by channel, such as {@code tg} for {@code telegram}
 */
public record ChannelPrefixes(Map<String, String> declared) {
  static final ChannelPrefixes NONE = new ChannelPrefixes(Map.of());

  public ChannelPrefixes {
    declared = Map.copyOf(declared);
  }

  Address address(ChatKey chat) {
    String channel = chat.channel().value();
    return new Address(declared.getOrDefault(channel, channel) + ":" + chat.id());
  }

  /** Refuses a channel whose name is the prefix of another channel. */
  void check(Channel channel) {
    if (!declared.containsKey(channel.value()) && declared.containsValue(channel.value())) {
      throw new InvalidField("channel", channel + " is the prefix of another channel");
    }
  }
}
