package bub.channel.web;

import bub.channel.ChatProgress;
import bub.channel.store.ChatLine;
import bub.protocol.message.ChatId;

/** Listener for everything that open pages show. Calls come from any thread and must not block. */
public interface WebChatListener {

  void line(ChatId chat, ChatLine line);

  void progress(ChatId chat, ChatProgress progress);

  /** Chats were renamed or deleted. */
  void listChanged();
}
