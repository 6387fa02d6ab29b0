package bub.channel.web;

import bub.channel.ChatProgress;
import bub.channel.store.ChatLine;
import bub.protocol.message.ChatId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Open pages that remember what they have shown. */
final class ShownPages implements WebChatListener {
  final List<String> events = new CopyOnWriteArrayList<>();

  @Override
  public void line(ChatId chat, ChatLine line) {
    events.add(chat + " " + line.speaker() + " " + line.text());
  }

  @Override
  public void progress(ChatId chat, ChatProgress progress) {
    events.add(chat + " " + progress);
  }

  @Override
  public void listChanged() {
    events.add("list changed");
  }
}
