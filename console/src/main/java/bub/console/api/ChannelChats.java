package bub.console.api;

import bub.channel.ChannelDescription;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.console.http.ApiRefusal;
import bub.console.view.ChatViews.ChatView;
import bub.console.view.ChatViews.ChatsView.ChatEntry;
import bub.console.view.ChatViews.HistoryView;
import bub.console.view.ChatViews.Said;
import bub.console.view.ChatViews.SayRequest;
import bub.console.view.SessionViews.SessionView;
import bub.console.watch.MessageJourney;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.Address;
import bub.protocol.Role;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Chats of other channels, from the sessions and the log; operators need a grant to write. */
public record ChannelChats(
    BusClient client,
    SessionApi sessions,
    BooleanSupplier hasSystemAgent,
    WriteGrants grants,
    ClientEnvironment environment) {
  private static final String SPAWN = "system:spawn";

  static boolean isOne(String id) {
    return id.contains(":");
  }

  static ApiRefusal readOnly(Address chat) {
    return new ApiRefusal(403, "read_only", WriteGrants.refusal(chat), false);
  }

  static ApiRefusal elsewhere(String id) {
    return new ApiRefusal(
        403, "read_only", id + " belongs to another channel. Use that channel instead.", false);
  }

  List<ChatEntry> list(String text)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    String wanted = text.toLowerCase(Locale.ROOT);
    Map<String, String> times = requested();
    for (SessionView session : known()) {
      String last = session.lastActivity();
      times.merge(session.chat(), last == null ? "" : last, ChannelChats::later);
    }
    return times.entrySet().stream()
        .filter(chat -> chat.getKey().toLowerCase(Locale.ROOT).contains(wanted))
        .sorted(Map.Entry.<String, String>comparingByValue(Comparator.reverseOrder()))
        .map(chat -> entry(chat.getKey(), chat.getValue()))
        .toList();
  }

  private ChatEntry entry(String chat, String at) {
    return new ChatEntry(
        chat, chat, null, null, at.isEmpty() ? null : at, !grants.cover(new Address(chat)));
  }

  private static String later(String one, String other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private Map<String, String> requested() throws RpcException, NoAnswer, InterruptedException {
    var filter =
        new ActivityFilter(
            null,
            null,
            SPAWN,
            MessageJourney.SEND_START,
            null,
            null,
            null,
            null,
            null,
            ActivityFilter.MAX_LIMIT);
    var times = new HashMap<String, String>();
    for (ActivityRow row : client.activity(filter).rows()) {
      String chat = row.actor();
      if (chat != null && isElsewhere(chat)) {
        times.merge(chat, row.ts(), ChannelChats::later);
      }
    }
    return times;
  }

  private List<SessionView> known()
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    if (!hasSystemAgent.getAsBoolean()) {
      return List.of();
    }
    return sessions.sessions().stream().filter(session -> isElsewhere(session.chat())).toList();
  }

  private static boolean isElsewhere(String chat) {
    return isOne(chat)
        && !chat.startsWith(ChannelDescription.WEB.prefix())
        && Role.of(new Address(chat)) == Role.CHAT;
  }

  ChatView status(Address chat) throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    SessionView session = session(chat);
    return session == null
        ? view(chat, stage(""), null, "This chat has no agent.")
        : view(
            chat,
            stage(session.status()),
            session.agent(),
            session.agent() + " is " + session.status() + ".");
  }

  private @Nullable SessionView session(Address chat)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    for (SessionView session : known()) {
      if (session.chat().equals(chat.value())) {
        return session;
      }
    }
    return null;
  }

  private ChatView view(Address chat, String stage, @Nullable String agent, String words) {
    String id = chat.value();
    boolean isReadOnly = !grants.cover(chat);
    String why = isReadOnly ? WriteGrants.refusal(chat) : null;
    return new ChatView(id, id, null, stage, agent, words, 0, 0, isReadOnly, why);
  }

  private static String stage(String status) {
    return switch (status) {
      case "running" -> "ready";
      case "spawning" -> "spawning";
      default -> "no_agent";
    };
  }

  Said say(Address chat, SayRequest request)
      throws ApiRefusal, RpcException, NoAnswer, InterruptedException {
    if (!grants.cover(chat)) {
      throw readOnly(chat);
    }
    SessionView session = session(chat);
    if (session == null || !session.status().equals("running")) {
      throw ApiRefusal.busy(
          chat + " has no running agent. The next message of the person starts one.");
    }
    Address agent = Address.check("agent", session.agent());
    return new OperatorMessages(client, environment)
        .write(chat, agent, request.text(), request.id());
  }

  HistoryView history(Address chat, long before, int limit)
      throws RpcException, NoAnswer, InterruptedException {
    return new LoggedConversation(client, chat).before(before, limit);
  }
}
