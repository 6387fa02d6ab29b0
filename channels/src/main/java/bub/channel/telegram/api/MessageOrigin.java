package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/** Origin of a forwarded message. */
public sealed interface MessageOrigin {

  record FromUser(TelegramUser user) implements MessageOrigin {}

  /** A person who hides the account in forwarded messages. */
  record FromHidden(String name) implements MessageOrigin {}

  /** A channel, or a group in whose name somebody wrote. */
  record FromChat(TelegramChat chat, @Nullable Long messageId, @Nullable String signature)
      implements MessageOrigin {}

  record FromElsewhere() implements MessageOrigin {}
}
