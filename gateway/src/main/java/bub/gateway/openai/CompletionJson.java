package bub.gateway.openai;

import bub.gateway.chat.AgentRoster.ListedAgent;
import bub.gateway.chat.TurnEvent;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON of one completion: whole, or in chunks. */
record CompletionJson(String id, Instant created, String model) {
  private static final String CHOICES = "choices";
  private static final String CONTENT = "content";
  private static final String ROLE = "role";
  private static final String ASSISTANT = "assistant";
  private static final String FINISH_REASON = "finish_reason";
  private static final String TOOL_CALLS = "tool_calls";
  private static final String STOP = "stop";

  byte[] whole(TurnEvent.Answered answer) {
    List<RawJson> calls = toolCalls(answer);
    JsonWriter out = head("chat.completion");
    out.name("message").beginObject().field(ROLE, ASSISTANT);
    if (calls.isEmpty() || !answer.text().isEmpty()) {
      out.field(CONTENT, answer.text());
    } else {
      out.field(CONTENT, RawJson.NULL);
    }
    out.field("refusal", RawJson.NULL);
    if (!calls.isEmpty()) {
      out.name(TOOL_CALLS).beginArray();
      calls.forEach(out::value);
      out.endArray();
    }
    out.endObject();
    return tail(out, calls.isEmpty() ? STOP : TOOL_CALLS);
  }

  byte[] first() {
    JsonWriter out = chunk();
    out.beginObject().field(ROLE, ASSISTANT).field(CONTENT, "").endObject();
    return tail(out, null);
  }

  byte[] text(String text) {
    JsonWriter out = chunk();
    out.beginObject().field(CONTENT, text).endObject();
    return tail(out, null);
  }

  byte[] calls(List<RawJson> calls) {
    JsonWriter out = chunk();
    out.beginObject().name(TOOL_CALLS).beginArray();
    for (int i = 0; i < calls.size(); i++) {
      int index = i;
      out.extended(calls.get(i), more -> more.field("index", index));
    }
    out.endArray().endObject();
    return tail(out, null);
  }

  byte[] last(boolean hasCalls) {
    JsonWriter out = chunk();
    out.beginObject().endObject();
    return tail(out, hasCalls ? TOOL_CALLS : STOP);
  }

  private JsonWriter chunk() {
    return head("chat.completion.chunk").name("delta");
  }

  private JsonWriter head(String object) {
    JsonWriter out = new JsonWriter().beginObject().field("id", id).field("object", object);
    out.field("created", created.getEpochSecond()).field("model", model);
    return out.name(CHOICES).beginArray().beginObject().field("index", 0);
  }

  private static byte[] tail(JsonWriter out, @Nullable String finishReason) {
    out.field("logprobs", RawJson.NULL);
    if (finishReason == null) {
      out.field(FINISH_REASON, RawJson.NULL);
    } else {
      out.field(FINISH_REASON, finishReason);
    }
    return out.endObject().endArray().endObject().toByteArray();
  }

  /** Tool calls that the agent wants its caller to make; other values of the member are ignored. */
  static List<RawJson> toolCalls(TurnEvent.Answered answer) {
    RawJson calls = answer.content().fields().find(TOOL_CALLS);
    return calls == null || !calls.isArray()
        ? List.of()
        : calls.elements().stream().filter(RawJson::isObject).toList();
  }

  static byte[] models(List<ListedAgent> agents, String own, Instant start) {
    JsonWriter out = new JsonWriter().beginObject().field("object", "list").name("data");
    out.beginArray();
    model(out, own, start);
    agents.forEach(agent -> model(out, agent.id().value(), agent.since()));
    return out.endArray().endObject().toByteArray();
  }

  static byte[] model(String id, Instant since) {
    JsonWriter out = new JsonWriter();
    model(out, id, since);
    return out.toByteArray();
  }

  private static void model(JsonWriter out, String id, Instant since) {
    out.beginObject().field("id", id).field("object", "model");
    out.field("created", since.getEpochSecond()).field("owned_by", "bub").endObject();
  }
}
