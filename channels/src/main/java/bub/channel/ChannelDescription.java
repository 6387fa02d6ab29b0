package bub.channel;

import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Identity of one channel on the bus, with the prefix of its chats' addresses. */
public record ChannelDescription(Channel channel, String prefix) {
  public static final ChannelDescription TERMINAL =
      new ChannelDescription(new Channel("terminal"), "term:");
  public static final ChannelDescription TELEGRAM =
      new ChannelDescription(new Channel("telegram"), "tg:");
  public static final ChannelDescription WEB = new ChannelDescription(new Channel("web"), "web:");

  /** Channels that ship with bub. */
  public static final List<ChannelDescription> OURS = List.of(TERMINAL, TELEGRAM, WEB);

  /** Part of the chats' addresses before the colon. */
  public String name() {
    return prefix.substring(0, prefix.length() - 1);
  }

  public Address address(ChatId chat) {
    return new Address(prefix + chat);
  }

  /** Null when the address belongs to another channel. */
  public @Nullable ChatId chatAt(Address address) {
    try {
      return address.value().startsWith(prefix)
          ? new ChatId(address.value().substring(prefix.length()))
          : null;
    } catch (IllegalArgumentException noChatId) {
      return null;
    }
  }

  public Pattern allChats() {
    return Pattern.of(prefix + "*");
  }
}
