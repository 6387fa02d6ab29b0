package bub.channel.telegram.api;

import org.jspecify.annotations.Nullable;

/** Where a forwarded message comes from. */
public sealed interface MessageOrigin {

  record FromUser(TelegramUser user) implements MessageOrigin {}

  /** Somebody who does not want to be found. */
  record FromHidden(String name) implements MessageOrigin {}

  /** A channel, or a group for which somebody wrote. */
  record FromChat(TelegramChat chat, @Nullable Long messageId, @Nullable String signature)
      implements MessageOrigin {}

  record FromElsewhere() implements MessageOrigin {}
}
