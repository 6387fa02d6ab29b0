package bub.channel.web;

import bub.channel.ChatEdge;
import bub.channel.ChatProgress;
import bub.channel.DisplayResult;
import bub.channel.store.ChatLine;
import bub.protocol.message.ChatId;

/** Edge for open pages. Counts every line as shown: a new page first loads the history. */
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
