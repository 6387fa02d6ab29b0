package bub.channel.telegram;

import bub.channel.telegram.store.PairingInvitation;
import bub.channel.telegram.store.Pairings;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.util.Set;

/**
 * Who may talk with an agent: the people and groups that the operator named, and people who were
 * paired. Safe for any thread.
 */
final class TelegramAccess {
  private final Set<Long> allowed;
  private final Pairings pairings;

  TelegramAccess(Set<Long> allowed, Pairings pairings) {
    this.allowed = allowed;
    this.pairings = pairings;
  }

  /**
   * @param place where the speaker speaks
   * @param home what that place was called at first: a group stays allowed when it moves
   */
  boolean permits(MessageAuthor author, ChatId place, ChatId home)
      throws IOException, InterruptedException {
    return allowed.contains(number(place))
        || allowed.contains(number(home))
        || allowed.contains(author.id())
        || pairings.isPaired(author.id());
  }

  /**
   * Gives a stranger a code to be let in by, or nothing.
   *
   * @param askedWith the message that this answers
   */
  PairingInvitation invite(MessageAuthor stranger, String askedWith)
      throws IOException, InterruptedException {
    return pairings.invite(stranger.id(), stranger.name(), stranger.username(), askedWith);
  }

  private static long number(ChatId chat) {
    return Long.parseLong(chat.value());
  }
}
