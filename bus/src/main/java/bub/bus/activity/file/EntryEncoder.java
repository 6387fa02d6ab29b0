package bub.bus.activity.file;

import bub.bus.activity.event.ActivityEvent;
import bub.bus.activity.event.EventKind;
import bub.bus.activity.event.LogEntry;
import bub.bus.activity.event.LogGap;
import bub.bus.activity.event.Trail.Status;
import bub.bus.activity.file.ActivitySettings.Payloads;
import bub.json.JsonWriter;
import bub.jsonrpc.RequestId;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of an entry as its row. Its events become one JSON array, with an inner array per event:
 * kind, microseconds after the row's time, actor, rpc id, status, ack, error. Missing values at the
 * end are null; no status means {@code start}. Writer thread only.
 */
final class EntryEncoder {
  private final Payloads payloads;
  private final Addresses addresses;

  EntryEncoder(Payloads payloads, Addresses addresses) {
    this.payloads = payloads;
    this.addresses = addresses;
  }

  EntryRow encode(LogEntry entry) throws SQLException {
    long sender = addresses.idOf(entry.envelope().from());
    JsonWriter out = JsonWriter.scratch().beginArray();
    List<ActivityEvent> events = entry.events();
    for (int i = 0; i < events.size(); i++) {
      write(out, events.get(i), entry, sender);
    }
    byte[] text = out.endArray().toByteArray();
    boolean keepsPayload = payloads == Payloads.FULL && entry.isStart();
    TraceId trace = entry.trace();
    MessageId cause = entry.cause();
    return new EntryRow(
        entry.id(),
        entry.ts(),
        entry.envelope().messageId().value(),
        addresses.idOf(entry.envelope().to()),
        trace == null ? null : TraceColumn.value(trace),
        cause == null ? null : cause.value(),
        text,
        keepsPayload ? entry.envelope().payload().toByteArray() : null);
  }

  private void write(JsonWriter out, ActivityEvent event, LogEntry entry, long sender)
      throws SQLException {
    out.beginArray().value(event.kind().code()).value(event.ts() - entry.ts());
    switch (event) {
      case ActivityEvent.SendStart _ -> send(out, sender, entry.rpcId());
      case ActivityEvent.ProcessStart start ->
          out.value(addresses.idOf(start.recipient())).value(start.callId());
      case ActivityEvent.ProcessFinish finish -> {
        out.value(addresses.idOf(finish.recipient())).value(finish.callId());
        out.value(EntryText.word(finish.status())).value(EntryText.ack(finish.ack(), payloads));
        error(out, finish.error());
      }
      case ActivityEvent.SendFinish finish -> {
        send(out, sender, entry.rpcId());
        ended(out, finish.status(), finish.error());
      }
      case ActivityEvent.Noted note -> {
        out.value(sender).value((String) null);
        ended(out, note.status(), note.detail());
      }
    }
    out.endArray();
  }

  private static void send(JsonWriter out, long sender, RequestId rpcId) {
    out.value(sender);
    EntryText.writeRpcId(out, rpcId);
  }

  private static void ended(JsonWriter out, Status status, @Nullable String error) {
    out.value(EntryText.word(status));
    if (error != null) {
      out.value((String) null);
      error(out, error);
    }
  }

  private static void error(JsonWriter out, @Nullable String error) {
    if (error != null) {
      out.value(EntryText.error(error));
    }
  }

  static EntryRow encode(LogGap gap) {
    JsonWriter out = JsonWriter.scratch().beginArray().beginArray();
    out.value(EventKind.LOG_GAP.code()).value(0).value((String) null).value((String) null);
    out.value(LogGap.STATUS).value((String) null).value(gap.text()).endArray().endArray();
    return new EntryRow(
        gap.firstId(), gap.firstTs(), LogGap.MESSAGE_ID, null, null, null, out.toByteArray(), null);
  }
}
