package bub.bus.activity.log;

import bub.bus.activity.event.ActivityEvent;
import bub.bus.activity.event.EventKind;
import bub.bus.activity.event.LogEntry;
import bub.bus.activity.event.Timestamps;
import bub.bus.activity.file.ActivitySettings.Payloads;
import bub.bus.activity.file.EntryText;
import bub.json.RawJson;
import bub.protocol.ActivityRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converter of entries to the same rows that a query returns later. Hub thread only. */
final class LiveRows {
  private final Payloads payloads;

  LiveRows(Payloads payloads) {
    this.payloads = payloads;
  }

  List<ActivityRow> of(LogEntry entry) {
    var rows = new ArrayList<ActivityRow>(entry.events().size());
    for (ActivityEvent event : entry.events()) {
      rows.add(row(entry, event, entry.id() + rows.size()));
    }
    return rows;
  }

  private ActivityRow row(LogEntry entry, ActivityEvent event, long id) {
    String from = entry.envelope().from().value();
    String rpcId = EntryText.rpcId(entry.rpcId());
    return switch (event) {
      case ActivityEvent.SendStart _ ->
          row(entry, event, id, rpcId, from, EventKind.STARTED, payload(entry), null);
      case ActivityEvent.ProcessStart start -> {
        String callId = Long.toString(start.callId());
        String recipient = start.recipient().value();
        yield row(entry, event, id, callId, recipient, EventKind.STARTED, null, null);
      }
      case ActivityEvent.ProcessFinish finish -> {
        String callId = Long.toString(finish.callId());
        String status = EntryText.word(finish.status());
        RawJson ack = EntryText.ack(finish.ack(), payloads).toRaw();
        String recipient = finish.recipient().value();
        yield row(entry, event, id, callId, recipient, status, ack, finish.error());
      }
      case ActivityEvent.SendFinish finish -> {
        String status = EntryText.word(finish.status());
        yield row(entry, event, id, rpcId, from, status, null, finish.error());
      }
      case ActivityEvent.Noted note -> {
        String status = EntryText.word(note.status());
        yield row(entry, event, id, null, from, status, null, note.detail());
      }
    };
  }

  private @Nullable RawJson payload(LogEntry entry) {
    return payloads == Payloads.FULL ? entry.envelope().payload() : null;
  }

  private static ActivityRow row(
      LogEntry entry,
      ActivityEvent event,
      long id,
      @Nullable String rpcId,
      String actor,
      String status,
      @Nullable RawJson payload,
      @Nullable String error) {
    return new ActivityRow(
        id,
        Timestamps.text(event.ts()),
        event.kind().word(),
        entry.envelope().messageId().value(),
        rpcId,
        actor,
        entry.envelope().to().value(),
        status,
        payload,
        EntryText.error(error));
  }
}
