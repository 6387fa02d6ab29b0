package bub.gateway.a2a;

import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.store.A2aTaskStore.Page;
import bub.gateway.a2a.store.A2aTaskStore.Query;
import bub.gateway.a2a.task.A2aTasks;
import bub.gateway.caller.Caller;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Parameters of a list of tasks. */
record TaskListRequest(
    @Nullable String context,
    @Nullable A2aTaskState state,
    @Nullable Instant after,
    int pageSize,
    @Nullable String pageToken,
    A2aTask.View view) {
  private static final int USUAL_SIZE = 50;
  private static final int LARGEST_SIZE = 100;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  static TaskListRequest read(RawJson params) {
    Fields fields = params.fields();
    long size = fields.integer("pageSize", USUAL_SIZE);
    if (size < 1 || size > LARGEST_SIZE) {
      throw new InvalidField("pageSize", "must be 1 to " + LARGEST_SIZE);
    }
    return new TaskListRequest(
        textOrNull(fields, "contextId"),
        state(textOrNull(fields, "status")),
        time(textOrNull(fields, "statusTimestampAfter")),
        (int) size,
        textOrNull(fields, "pageToken"),
        new A2aTask.View(
            SendRequest.historyLength(fields), fields.bool("includeArtifacts", false)));
  }

  private static @Nullable String textOrNull(Fields fields, String name) {
    String text = fields.optionalString(name);
    return text == null || text.isEmpty() ? null : text;
  }

  private static @Nullable A2aTaskState state(@Nullable String word) {
    if (word == null || word.equals("TASK_STATE_UNSPECIFIED")) {
      return null;
    }
    A2aTaskState state = A2aTaskState.of(word);
    if (state == null) {
      throw new InvalidField("status", "is not a state of a task");
    }
    return state;
  }

  private static @Nullable Instant time(@Nullable String text) {
    try {
      Instant time = text == null ? null : OffsetDateTime.parse(text).toInstant();
      if (time != null && (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST))) {
        throw new DateTimeException("no clock shows this time");
      }
      return time;
    } catch (DateTimeException odd) {
      throw new InvalidField("statusTimestampAfter", "must be a time such as 2026-01-31T12:00:00Z");
    }
  }

  JsonValue answer(Caller caller, A2aPath place, A2aTasks tasks)
      throws IOException, InterruptedException {
    Page page =
        tasks.page(
            new Query(
                caller.operator() ? null : caller.id(),
                place.key(),
                context,
                state,
                after,
                pageToken,
                pageSize));
    return out -> {
      out.beginObject().name("tasks").beginArray();
      page.tasks().forEach(task -> out.value(task.json(view)));
      out.endArray().field("nextPageToken", page.next()).field("pageSize", pageSize);
      out.field("totalSize", page.total()).endObject();
    };
  }
}
