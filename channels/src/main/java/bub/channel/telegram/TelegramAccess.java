package bub.channel.telegram;

import bub.channel.telegram.store.PairingInvitation;
import bub.channel.telegram.store.Pairings;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.util.Set;

/** Access list: allowed people and groups, and paired people. Safe for any thread. */
final class TelegramAccess {
  private final Set<Long> allowed;
  private final Pairings pairings;

  TelegramAccess(Set<Long> allowed, Pairings pairings) {
    this.allowed = allowed;
    this.pairings = pairings;
  }

  /** A group stays allowed when its id changes from {@code home} to {@code place}. */
  boolean permits(MessageAuthor author, ChatId place, ChatId home)
      throws IOException, InterruptedException {
    return allowed.contains(number(place))
        || allowed.contains(number(home))
        || allowed.contains(author.id())
        || pairings.isPaired(author.id());
  }

  PairingInvitation invite(MessageAuthor stranger, String askedWith)
      throws IOException, InterruptedException {
    return pairings.invite(stranger.id(), stranger.name(), stranger.username(), askedWith);
  }

  private static long number(ChatId chat) {
    return Long.parseLong(chat.value());
  }
}
