package bub.gateway.a2a.model;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Task of a caller; every change makes a new one.
 *
 * @param place agent at whose path the task was created; empty for the lobby
 * @param statusMessage message of the agent about the current state, or null
 * @param artifacts results, in the format of the protocol
 * @param history messages, the oldest first
 */
public record A2aTask(
    String id,
    Address owner,
    String place,
    String context,
    A2aTaskState state,
    @Nullable RawJson statusMessage,
    Instant updated,
    List<RawJson> artifacts,
    List<RawJson> history,
    TaskWork work) {
  private static final int MOST_HISTORY = 100;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** Parts of a task that an answer shows; a negative history is all of it. */
  public record View(long historyLength, boolean hasArtifacts) {
    public static final View ALL = new View(-1, true);
  }

  public A2aTask in(A2aTaskState next, @Nullable RawJson message, Instant now) {
    return new A2aTask(id, owner, place, context, next, message, now, artifacts, history, work);
  }

  public A2aTask doing(TaskWork next) {
    return new A2aTask(
        id, owner, place, context, state, statusMessage, updated, artifacts, history, next);
  }

  /** Forgets the oldest messages of a long history. */
  public A2aTask with(RawJson message) {
    var more = new ArrayList<RawJson>(history);
    more.add(message);
    List<RawJson> kept =
        more.size() > MOST_HISTORY ? more.subList(more.size() - MOST_HISTORY, more.size()) : more;
    return new A2aTask(
        id,
        owner,
        place,
        context,
        state,
        statusMessage,
        updated,
        artifacts,
        List.copyOf(kept),
        work);
  }

  /** Adds an artifact, or replaces the one with the same id. */
  public A2aTask withArtifact(String artifactId, RawJson artifact) {
    var more = new ArrayList<RawJson>();
    for (RawJson known : artifacts) {
      if (!artifactId.equals(known.fields().optionalString("artifactId"))) {
        more.add(known);
      }
    }
    more.add(artifact);
    return new A2aTask(
        id, owner, place, context, state, statusMessage, updated, List.copyOf(more), history, work);
  }

  /** Bytes that the task takes, roughly. */
  public int size() {
    int size = statusMessage == null ? 0 : statusMessage.length();
    for (RawJson artifact : artifacts) {
      size += artifact.length();
    }
    for (RawJson message : history) {
      size += message.length();
    }
    return size;
  }

  public static String time(Instant instant) {
    return TIME.format(instant);
  }

  private void writeStatus(JsonWriter out) {
    out.beginObject().field("state", state.word()).optional("message", statusMessage);
    out.field("timestamp", time(updated)).endObject();
  }

  public JsonValue json(View view) {
    return out -> {
      out.beginObject().field("id", id).field("contextId", context).name("status");
      writeStatus(out);
      if (view.hasArtifacts() && !artifacts.isEmpty()) {
        array("artifacts", artifacts, out);
      }
      int shown =
          view.historyLength() < 0
              ? history.size()
              : (int) Math.min(view.historyLength(), history.size());
      if (shown > 0) {
        array("history", history.subList(history.size() - shown, history.size()), out);
      }
      out.endObject();
    };
  }

  private static void array(String name, List<RawJson> values, JsonWriter out) {
    out.name(name).beginArray();
    values.forEach(out::value);
    out.endArray();
  }

  /** Event of a stream that shows the whole task. */
  public RawJson taskEvent(View view) {
    JsonValue event = out -> out.beginObject().field("task", json(view)).endObject();
    return event.toRaw();
  }

  /** Event of a stream that tells the current state. */
  public RawJson statusEvent() {
    JsonWriter out = new JsonWriter().beginObject().name("statusUpdate").beginObject();
    out.field("taskId", id).field("contextId", context).name("status");
    writeStatus(out);
    return RawJson.trusted(out.endObject().endObject().toByteArray());
  }

  /** Event of a stream that brings an artifact or a piece of it. */
  public RawJson artifactEvent(RawJson artifact, boolean appends, boolean isLast) {
    JsonWriter out = new JsonWriter().beginObject().name("artifactUpdate").beginObject();
    out.field("taskId", id).field("contextId", context).field("artifact", artifact);
    out.field("append", appends).field("lastChunk", isLast);
    return RawJson.trusted(out.endObject().endObject().toByteArray());
  }

  /** Members that only a task's body has, for the store. */
  public RawJson body() {
    JsonWriter out = new JsonWriter().beginObject().optional("message", statusMessage);
    array("artifacts", artifacts, out);
    array("history", history, out);
    TaskWork kept = state.isTerminal() ? work.ended() : work;
    return RawJson.trusted(out.field("work", kept).endObject().toByteArray());
  }

  /** Reads what {@link #body} wrote. */
  public static A2aTask stored(
      String id,
      Address owner,
      String place,
      String context,
      A2aTaskState state,
      Instant updated,
      RawJson body) {
    Fields fields = body.fields();
    return new A2aTask(
        id,
        owner,
        place,
        context,
        state,
        fields.optionalObject("message"),
        updated,
        List.copyOf(fields.require("artifacts").elements()),
        List.copyOf(fields.require("history").elements()),
        TaskWork.read(fields.object("work")));
  }
}
