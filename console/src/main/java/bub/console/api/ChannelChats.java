package bub.console.api;

import bub.channel.ChannelDescription;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.console.http.ApiRefusal;
import bub.console.view.ChatView;
import bub.console.view.ChatsView.ChatEntry;
import bub.console.view.HistoryView;
import bub.console.view.SessionView;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chats of other channels, such as a terminal's: found through the sessions of their agents and
 * read from the log. They are read-only here, because their person would not see a message.
 *
 * @param hasSystemAgent true while the system agent can be asked for sessions
 */
public record ChannelChats(BusClient client, SessionApi sessions, BooleanSupplier hasSystemAgent) {

  static boolean isOne(String id) {
    return id.contains(":");
  }

  static ApiRefusal readOnly(String id) {
    return new ApiRefusal(
        403,
        "read_only",
        id + " belongs to another channel: you can read it here, and write where it is.",
        false);
  }

  List<ChatEntry> list(String text)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    String wanted = text.toLowerCase(Locale.ROOT);
    return known().stream()
        .filter(session -> session.chat().toLowerCase(Locale.ROOT).contains(wanted))
        .map(
            session ->
                new ChatEntry(
                    session.chat(), session.chat(), null, null, session.lastActivity(), true))
        .sorted(Comparator.comparing(ChannelChats::time).reversed())
        .toList();
  }

  private static String time(ChatEntry chat) {
    return chat.at() == null ? "" : chat.at();
  }

  private List<SessionView> known()
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    if (!hasSystemAgent.getAsBoolean()) {
      return List.of();
    }
    return sessions.sessions().stream()
        .filter(
            session ->
                isOne(session.chat())
                    && !session.chat().startsWith(ChannelDescription.WEB.prefix()))
        .toList();
  }

  ChatView status(Address chat) throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    String address = chat.value();
    for (SessionView session : known()) {
      if (session.chat().equals(address)) {
        String words = session.agent() + " is " + session.status();
        return view(address, stage(session.status()), session.agent(), words);
      }
    }
    return view(address, stage(""), null, "no agent");
  }

  private static ChatView view(String chat, String stage, @Nullable String agent, String words) {
    return new ChatView(chat, chat, null, stage, agent, words, 0, 0, true);
  }

  private static String stage(String status) {
    return switch (status) {
      case "running" -> "ready";
      case "spawning" -> "spawning";
      default -> "no_agent";
    };
  }

  HistoryView history(Address chat, long before, int limit)
      throws RpcException, NoAnswer, InterruptedException {
    return new LoggedConversation(client, chat).before(before, limit);
  }
}
