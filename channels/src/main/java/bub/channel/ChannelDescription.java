package bub.channel;

import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Identity of one channel on the bus.
 *
 * @param prefix prefix of the addresses of its chats
 */
public record ChannelDescription(Channel channel, String prefix) {
  public static final ChannelDescription TERMINAL =
      new ChannelDescription(new Channel("terminal"), "term:");
  public static final ChannelDescription TELEGRAM =
      new ChannelDescription(new Channel("telegram"), "tg:");
  public static final ChannelDescription WEB = new ChannelDescription(new Channel("web"), "web:");

  /** Channels that ship with bub. */
  public static final List<ChannelDescription> OURS = List.of(TERMINAL, TELEGRAM, WEB);

  /** Name of the channel: the part of its chats' addresses before the colon. */
  public String name() {
    return prefix.substring(0, prefix.length() - 1);
  }

  public Address address(ChatId chat) {
    return new Address(prefix + chat);
  }

  /** Returns the chat at this address, or null when the address belongs to another channel. */
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
