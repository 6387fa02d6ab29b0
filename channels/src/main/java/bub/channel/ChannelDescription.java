package bub.channel;

import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What tells one channel from another on the bus.
 *
 * @param prefix what the addresses of its chats begin with
 */
public record ChannelDescription(Channel channel, String prefix) {
  public static final ChannelDescription TERMINAL =
      new ChannelDescription(new Channel("terminal"), "term:");
  public static final ChannelDescription TELEGRAM =
      new ChannelDescription(new Channel("telegram"), "tg:");
  public static final ChannelDescription WEB = new ChannelDescription(new Channel("web"), "web:");

  /** The channels that come with bub. */
  public static final List<ChannelDescription> OURS = List.of(TERMINAL, TELEGRAM, WEB);

  /** The part of its chats' addresses before the colon. */
  public String name() {
    return prefix.substring(0, prefix.length() - 1);
  }

  public Address address(ChatId chat) {
    return new Address(prefix + chat);
  }

  /** The chat at this address, or null when it is none of this channel. */
  public @Nullable ChatId chatAt(Address address) {
    try {
      return address.value().startsWith(prefix)
          ? new ChatId(address.value().substring(prefix.length()))
          : null;
    } catch (IllegalArgumentException noChatId) {
      return null;
    }
  }

  /** Everything that is said to the chats of this channel. */
  public Pattern allChats() {
    return Pattern.of(prefix + "*");
  }
}
