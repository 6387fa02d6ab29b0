package bub.console.view;

import java.util.List;

/** The chats of this console, the latest first. */
public record ChatsView(List<ChatEntry> chats) {

  /** A chat and the newest thing said in it. */
  public record ChatEntry(String id, String address, LineView last) {}
}
