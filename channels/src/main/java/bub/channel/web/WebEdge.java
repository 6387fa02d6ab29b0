package bub.channel.web;

import bub.channel.ChatEdge;
import bub.channel.ChatProgress;
import bub.channel.DisplayResult;
import bub.channel.store.ChatLine;
import bub.protocol.message.ChatId;

/**
 * Shows chats on all open pages. A line counts as shown even without an open page, because a page
 * first loads the chat's history.
 */
record WebEdge(WebChatListener pages) implements ChatEdge {

  @Override
  public DisplayResult show(ChatId chat, ChatLine line) {
    pages.line(chat, line);
    return new DisplayResult.Done();
  }

  @Override
  public void progress(ChatId chat, ChatProgress progress) {
    pages.progress(chat, progress);
  }
}
