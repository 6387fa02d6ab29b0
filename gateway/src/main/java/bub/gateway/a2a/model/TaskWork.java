package bub.gateway.a2a.model;

import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.NestedFields;
import bub.protocol.message.ChatId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Work behind a task, as far as it must survive a restart. */
public sealed interface TaskWork extends JsonValue {
  /** The work without everything that only a task needs which is not over. */
  TaskWork ended();

  /**
   * Conversation with an agent.
   *
   * @param target agent that the caller named; null for an agent of the conversation's own
   * @param agent agent that accepted the open question, or null
   */
  record AgentWork(
      ChatId chat, @Nullable Address target, @Nullable Address agent, @Nullable MessageId question)
      implements TaskWork {
    public AgentWork accepted(Address by, MessageId id) {
      return new AgentWork(chat, target, by, id);
    }

    @Override
    public AgentWork ended() {
      return this;
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("chat", chat.value());
      out.optional("target", target == null ? null : target.value());
      out.optional("agent", agent == null ? null : agent.value());
      out.optional("question", question == null ? null : question.value()).endObject();
    }
  }

  /**
   * Call of a capability.
   *
   * @param requestState what the provider wants back with the answers to its questions
   * @param questions keys of the provider's questions
   * @param answers results of these questions; null until the caller answers
   */
  record CapabilityWork(
      String capability,
      RawJson input,
      @Nullable String requestState,
      List<String> questions,
      @Nullable RawJson answers)
      implements TaskWork {
    public static CapabilityWork first(String capability, RawJson input) {
      return new CapabilityWork(capability, input, null, List.of(), null);
    }

    public CapabilityWork asking(@Nullable String state, List<String> keys) {
      return new CapabilityWork(capability, input, state, List.copyOf(keys), null);
    }

    public CapabilityWork answered(@Nullable RawJson results) {
      return new CapabilityWork(capability, input, requestState, questions, results);
    }

    @Override
    public CapabilityWork ended() {
      return first(capability, RawJson.EMPTY_OBJECT);
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("capability", capability).field("input", input);
      out.optional("request_state", requestState).name("questions").beginArray();
      questions.forEach(out::value);
      out.endArray().optional("answers", answers).endObject();
    }
  }

  static TaskWork read(RawJson work) {
    Fields fields = work.fields();
    if (fields.has("capability")) {
      return new CapabilityWork(
          fields.string("capability"),
          fields.object("input"),
          fields.optionalString("request_state"),
          NestedFields.strings(fields, "questions"),
          fields.optionalObject("answers"));
    }
    String target = fields.optionalString("target");
    String agent = fields.optionalString("agent");
    String question = fields.optionalString("question");
    return new AgentWork(
        new ChatId(fields.string("chat")),
        target == null ? null : new Address(target),
        agent == null ? null : new Address(agent),
        question == null ? null : new MessageId(question));
  }
}
