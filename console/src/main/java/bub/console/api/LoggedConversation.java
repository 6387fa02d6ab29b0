package bub.console.api;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.console.view.ChatViews.HistoryView;
import bub.console.view.ChatViews.LineView;
import bub.console.watch.LogKey;
import bub.console.watch.MessageJourney;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.Address;
import bub.protocol.LogPosition;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import bub.protocol.message.OperatorMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conversation of a chat, read from the messages in the log. One thread only. */
final class LoggedConversation {
  private static final int PAGE = ActivityFilter.MAX_LIMIT;
  private static final int MOST_PAGES = 10;
  private static final int MOST_CHARACTERS = 2 << 20;

  private final BusClient client;
  private final Address chat;
  // A message that was sent again counts once: the oldest row wins.
  private final Map<String, LineView> lines = new HashMap<>();
  private boolean hasMore;

  LoggedConversation(BusClient client, Address chat) {
    this.client = client;
    this.chat = chat;
  }

  /** Returns the newest lines before an event of the log, oldest first. */
  HistoryView before(long before, int limit) throws RpcException, NoAnswer, InterruptedException {
    collect(true, before, limit);
    collect(false, before, limit);
    var sorted = new ArrayList<>(lines.values());
    sorted.sort(Comparator.comparingLong(LineView::number).reversed());
    var newest = new ArrayList<LineView>();
    int characters = 0;
    for (LineView line : sorted) {
      characters += line.text().length();
      boolean isFull =
          newest.size() >= limit || (characters > MOST_CHARACTERS && !newest.isEmpty());
      // Lines with the same number stay together: the next page begins below it.
      if (isFull && line.number() != newest.getLast().number()) {
        hasMore = true;
        break;
      }
      newest.add(line);
    }
    return new HistoryView(newest.reversed(), hasMore, List.of());
  }

  private void collect(boolean said, long before, int limit)
      throws RpcException, NoAnswer, InterruptedException {
    LogPosition place =
        before == Long.MAX_VALUE || LogKey.isTime(before) ? null : LogPosition.at(null, before);
    int found = 0;
    for (int page = 0; page < MOST_PAGES; page++) {
      List<ActivityRow> rows = page(said, before, place);
      for (ActivityRow row : rows.reversed()) {
        LineView line = said ? said(row) : heard(row);
        if (line != null && line.number() < before) {
          lines.put(row.actor() + " " + row.messageId(), line);
          found++;
        }
      }
      if (rows.size() < PAGE) {
        return;
      }
      place = LogPosition.before(rows, place);
      if (found >= limit) {
        break;
      }
    }
    hasMore = true;
  }

  private List<ActivityRow> page(boolean said, long before, @Nullable LogPosition place)
      throws RpcException, NoAnswer, InterruptedException {
    var filter =
        new ActivityFilter(
            null,
            said ? chat.value() : null,
            said ? null : chat.value(),
            MessageJourney.SEND_START,
            null,
            null,
            LogKey.isTime(before) ? LogKey.time(LogKey.microsOf(before) + 1) : null,
            null,
            null,
            PAGE);
    return client.activity(filter.beforePlace(place, PAGE)).rows();
  }

  private static @Nullable LineView said(ActivityRow row) {
    return line(row, ChatMessage.TYPE, "human");
  }

  private static @Nullable LineView heard(ActivityRow row) {
    LineView reply = line(row, ChatReply.TYPE, "agent");
    return reply == null ? line(row, OperatorMessage.TYPE, "operator") : reply;
  }

  private static @Nullable LineView line(ActivityRow row, String type, String speaker) {
    RawJson payload = row.payload();
    if (payload == null || !payload.isObject()) {
      return null;
    }
    try {
      Fields fields = payload.fields();
      if (!type.equals(fields.optionalString("type"))) {
        return null;
      }
      boolean isAgent = speaker.equals("agent");
      return new LineView(
          LogKey.of(row),
          speaker,
          fields.object("content").fields().string("text"),
          row.ts(),
          speaker.equals("human") ? null : row.actor(),
          row.messageId(),
          isAgent ? fields.optionalString("reply_to_message_id") : null);
    } catch (InvalidField odd) {
      return null;
    }
  }
}
