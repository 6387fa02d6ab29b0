package bub.gateway.a2a.task;

import bub.gateway.a2a.model.A2aMessage;
import bub.gateway.a2a.model.A2aPart;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.chat.TurnEvent;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Answers of agents as changes of tasks. */
final class AgentAnswer {
  private static final int MOST_ARTIFACTS = 100;

  private AgentAnswer() {}

  static TaskChange apply(LiveTask live, A2aTask task, TurnEvent last, Instant now) {
    return switch (last) {
      case TurnEvent.Failed(String why) ->
          TaskChange.status(task.in(A2aTaskState.FAILED, A2aTasks.said(task, why), now));
      case TurnEvent.Partial _, TurnEvent.Paused _ ->
          throw new IllegalStateException("this event does not end a turn");
      case TurnEvent.Answered answer -> {
        try {
          yield answered(live, task, answer, now);
        } catch (InvalidField odd) {
          String why = "The agent's answer does not follow the protocol: " + odd.getMessage();
          yield TaskChange.status(task.in(A2aTaskState.FAILED, A2aTasks.said(task, why), now));
        }
      }
    };
  }

  private static TaskChange answered(
      LiveTask live, A2aTask task, TurnEvent.Answered answer, Instant now) {
    Fields content = answer.content().fields();
    if (answer.asksForInput()) {
      RawJson question = A2aTasks.said(task, answer.text());
      return TaskChange.status(task.with(question).in(A2aTaskState.INPUT_REQUIRED, question, now));
    }
    if (content.bool("rejected", false)) {
      return TaskChange.status(
          task.in(A2aTaskState.REJECTED, A2aTasks.said(task, answer.text()), now));
    }
    return completed(live, task, answer.text(), content, now);
  }

  private static TaskChange completed(
      LiveTask live, A2aTask task, String text, Fields content, Instant now) {
    var streamed = new ArrayList<RawJson>();
    var pushed = new ArrayList<RawJson>();
    A2aTask next = task;
    if (task.state() == A2aTaskState.SUBMITTED) {
      next = next.in(A2aTaskState.WORKING, null, now);
      streamed.add(next.statusEvent());
      pushed.add(next.statusEvent());
    }
    List<RawJson> artifacts = artifacts(content);
    for (RawJson artifact : artifacts) {
      next = next.withArtifact(artifact.fields().string("artifactId"), artifact);
      RawJson event = next.artifactEvent(artifact, false, true);
      streamed.add(event);
      pushed.add(event);
    }
    RawJson said = null;
    if (!artifacts.isEmpty() || text.isEmpty()) {
      said = text.isEmpty() ? null : A2aTasks.said(task, text);
    } else if (!content.bool("task", true)) {
      live.answerWith(
          A2aMessage.ofAgent(
              UUID.randomUUID().toString(), task.context(), null, List.of(A2aPart.text(text))));
      said = A2aTasks.said(task, text);
    } else {
      streamed.add(live.lastPiece(next, text));
      next = next.withArtifact(LiveTask.ANSWER, LiveTask.answer(text));
      pushed.add(next.artifactEvent(LiveTask.answer(text), false, true));
    }
    next = next.in(A2aTaskState.COMPLETED, said, now);
    streamed.add(next.statusEvent());
    pushed.add(next.statusEvent());
    return new TaskChange(next, List.copyOf(streamed), List.copyOf(pushed));
  }

  /** Results that are more than text; the agent may name them. */
  private static List<RawJson> artifacts(Fields content) {
    RawJson given = content.find("artifacts");
    if (given == null || given.isNull()) {
      return List.of();
    }
    if (!given.isArray()) {
      throw new InvalidField("artifacts", "must be an array");
    }
    List<RawJson> elements = given.elements(MOST_ARTIFACTS + 1);
    if (elements.size() > MOST_ARTIFACTS) {
      throw new InvalidField("artifacts", "has more than " + MOST_ARTIFACTS + " entries");
    }
    var read = new ArrayList<RawJson>();
    for (RawJson element : elements) {
      read.add(artifact("artifacts[" + read.size() + "]", element, read.size()));
    }
    return read;
  }

  private static RawJson artifact(String path, RawJson artifact, int number) {
    if (!artifact.isObject()) {
      throw new InvalidField(path, "must be an object");
    }
    Fields fields = artifact.fields();
    RawJson parts = fields.require("parts");
    if (!parts.isArray() || parts.elements(1).isEmpty()) {
      throw new InvalidField(path + ".parts", "must be an array with parts");
    }
    String id = fields.optionalString("artifactId");
    JsonWriter out = new JsonWriter().beginObject();
    out.field("artifactId", id == null ? "artifact-" + (number + 1) : id);
    out.optional("name", fields.optionalString("name"));
    out.optional("description", fields.optionalString("description"));
    out.name("parts").beginArray();
    parts.elements().forEach(part -> out.value(A2aPart.read(path + ".parts", part)));
    return RawJson.trusted(out.endArray().endObject().toByteArray());
  }
}
