package bub.gateway.a2a.remote;

import bub.client.lobby.CallRefused;
import bub.gateway.a2a.model.A2aPart;
import bub.gateway.a2a.remote.store.SkillQuestionStore.SkillQuestion;
import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.lobby.InputRequired;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Messages for a remote skill from the input of a call, and its questions for the caller. */
final class SkillMessages {
  private static final String KEY = "answer";
  private static final String TEXT = "text";
  private static final RawJson TEXT_SCHEMA =
      ((JsonValue)
              out -> {
                out.beginObject().field("type", "object").name("properties").beginObject();
                out.name(TEXT).beginObject().field("type", "string").endObject().endObject();
                out.name("required").beginArray().value(TEXT).endArray().endObject();
              })
          .toRaw();

  private SkillMessages() {}

  /** First message of a task: {@code text} alone goes as text, everything else as data. */
  static RawJson first(String skill, RawJson input) {
    return message(UUID.randomUUID().toString(), part(input), null, skill);
  }

  private static A2aPart part(RawJson input) {
    RawJson text = input.fields().find(TEXT);
    boolean isText = text != null && text.isString() && input.fields().count() == 1;
    return isText && text != null ? A2aPart.text(text.asString()) : A2aPart.data(input);
  }

  private static RawJson message(
      String id, A2aPart part, @Nullable SkillQuestion question, String skill) {
    JsonWriter out = new JsonWriter().beginObject().name("message").beginObject();
    out.field("messageId", id).field("role", "ROLE_USER");
    if (question != null) {
      out.optional("contextId", question.context()).field("taskId", question.task());
    }
    out.name("parts").beginArray().value(part).endArray();
    out.name("metadata").beginObject().field("skillId", skill);
    return RawJson.trusted(out.endObject().endObject().endObject().toByteArray());
  }

  /** Questions of another bub go to the caller as they are; others want a text. */
  static InputRequired question(RemoteAnswer answer, String state) {
    RawJson requests = answer.inputRequests();
    if (requests != null) {
      return new InputRequired(requests, state);
    }
    String text = answer.text();
    InputRequired asked =
        InputRequired.question(
            KEY, text.isEmpty() ? "The agent needs more input." : text, TEXT_SCHEMA);
    return new InputRequired(asked.requests(), state);
  }

  /**
   * Next message of the task; null when the caller declines to answer.
   *
   * @param responses results by key, in the words of the lobby
   */
  static @Nullable RawJson answer(
      SkillQuestion question, RemoteAnswer asked, @Nullable RawJson responses) throws CallRefused {
    if (responses == null) {
      throw new CallRefused(
          "invalid_input: a call with "
              + InputRequired.STATE
              + " needs "
              + InputRequired.RESPONSES);
    }
    if (asked.inputRequests() != null) {
      JsonWriter out = new JsonWriter().beginObject().field(InputRequired.RESPONSES, responses);
      var data = RawJson.trusted(out.endObject().toByteArray());
      return message(question.state(), A2aPart.data(data), question, question.skill());
    }
    RawJson result = responses.fields().find(KEY);
    if (result == null || !result.isObject()) {
      throw new CallRefused(
          "invalid_input: " + InputRequired.RESPONSES + " must have the object " + KEY);
    }
    Fields fields = result.fields();
    RawJson action = fields.find("action");
    if (action != null && !action.isPlainly("accept")) {
      return null;
    }
    RawJson content = fields.find("content");
    if (content == null || !content.isObject()) {
      throw new CallRefused(
          "invalid_input: "
              + InputRequired.RESPONSES
              + "."
              + KEY
              + " must have the object content");
    }
    return message(question.state(), part(content), question, question.skill());
  }
}
