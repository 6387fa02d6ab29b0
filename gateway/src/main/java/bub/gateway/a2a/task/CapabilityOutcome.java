package bub.gateway.a2a.task;

import bub.gateway.a2a.model.A2aMessage;
import bub.gateway.a2a.model.A2aPart;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.model.TaskWork.CapabilityWork;
import bub.gateway.lobby.CapabilityFailure;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.InputRequired;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Next version of a task from the answer of its capability. */
final class CapabilityOutcome {
  private static final Set<CallError> REJECTIONS =
      EnumSet.of(
          CallError.INVALID_INPUT,
          CallError.UNAUTHORIZED,
          CallError.CAPABILITY_NOT_FOUND,
          CallError.LOOP_DETECTED);

  private CapabilityOutcome() {}

  static TaskChange apply(A2aTask task, CapabilityWork work, Ack ack, Instant now) {
    try {
      return answered(task, work, ack, now);
    } catch (InvalidField odd) {
      String why = "The provider's answer does not follow the protocol: " + odd.getMessage();
      return TaskChange.status(task.in(A2aTaskState.FAILED, A2aTasks.said(task, why), now));
    }
  }

  private static TaskChange answered(A2aTask task, CapabilityWork work, Ack ack, Instant now) {
    Fields answer = ack.payload().fields();
    RawJson status = answer.find("status");
    if (status != null && status.isPlainly(InputRequired.STATUS)) {
      return asking(task, work, answer, now);
    }
    if (!ack.success()) {
      CapabilityFailure failure = CapabilityFailure.of(ack);
      CallError code = failure.code();
      boolean isTheirs = code != null && REJECTIONS.contains(code);
      A2aTaskState state = isTheirs ? A2aTaskState.REJECTED : A2aTaskState.FAILED;
      return TaskChange.status(task.in(state, A2aTasks.said(task, failure.text()), now));
    }
    JsonWriter out = new JsonWriter().beginObject().field("artifactId", LiveTask.ANSWER);
    out.field("name", work.capability()).name("parts").beginArray();
    OutputParts.of(answer.without("status").detached()).forEach(out::value);
    RawJson artifact = RawJson.trusted(out.endArray().endObject().toByteArray());
    A2aTask next = task.withArtifact(LiveTask.ANSWER, artifact);
    RawJson result = next.artifactEvent(artifact, false, true);
    next = next.in(A2aTaskState.COMPLETED, null, now);
    List<RawJson> events = List.of(result, next.statusEvent());
    return new TaskChange(next, events, events);
  }

  private static TaskChange asking(A2aTask task, CapabilityWork work, Fields answer, Instant now) {
    RawJson requests = answer.optionalObject(InputRequired.REQUESTS);
    var keys = new ArrayList<String>();
    var parts = new ArrayList<A2aPart>();
    if (requests != null) {
      Fields each = requests.fields();
      for (int i = 0; i < each.count(); i++) {
        keys.add(each.name(i));
        String text = question(each.value(i));
        if (text != null) {
          parts.add(A2aPart.text(text));
        }
      }
      JsonWriter data = new JsonWriter().beginObject().field(InputRequired.REQUESTS, requests);
      parts.add(A2aPart.data(RawJson.trusted(data.endObject().toByteArray())));
    } else {
      parts.add(A2aPart.text("The capability needs more input."));
    }
    RawJson message =
        A2aMessage.ofAgent(UUID.randomUUID().toString(), task.context(), task.id(), parts);
    String state = answer.optionalString(InputRequired.STATE);
    A2aTask next = task.with(message).doing(work.asking(state, keys));
    return TaskChange.status(next.in(A2aTaskState.INPUT_REQUIRED, message, now));
  }

  private static @Nullable String question(RawJson request) {
    RawJson params = request.isObject() ? request.fields().find("params") : null;
    RawJson text = params != null && params.isObject() ? params.fields().find("message") : null;
    return text != null && text.isString() ? text.asString() : null;
  }
}
