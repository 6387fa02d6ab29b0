package bub.gateway.mcpclient;

import bub.client.TimeSource;
import bub.client.lobby.CallRefused;
import bub.client.lobby.NeedsInput;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.InputRequired;
import bub.protocol.trace.TraceId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tool calls whose server waits for an answer of the caller. Safe for any thread. */
final class HeldToolCalls {
  /** Maximum time for an answer. */
  static final Duration LONGEST = Duration.ofMinutes(10);

  private static final int MOST = 32;
  private static final int MOST_OF_CALLER = 8;
  private static final String KEY = "question";

  /** Call that waits for its caller. */
  record Held(
      OpenToolCall call, RemoteTool tool, Address caller, @Nullable TraceId trace, Thread timer) {}

  private final TimeSource time;
  private final Map<String, Held> held = new HashMap<>();

  HeldToolCalls(TimeSource time) {
    this.time = time;
  }

  /** Returns the question for the caller, or refuses when too many wait. */
  synchronized NeedsInput hold(
      OpenToolCall call, RemoteTool tool, Address caller, @Nullable TraceId trace, RawJson params)
      throws CallRefused {
    long own = held.values().stream().filter(one -> one.caller().equals(caller)).count();
    if (own >= MOST_OF_CALLER || held.size() >= MOST) {
      call.cancel();
      throw new CallRefused(
          "too_many_questions: "
              + (own >= MOST_OF_CALLER ? own + " questions to you" : held.size() + " questions")
              + " wait for an answer. Answer or decline some of them.");
    }
    String state = UUID.randomUUID().toString();
    Thread timer = Thread.ofVirtual().name("mcp-question").unstarted(() -> expire(state));
    held.put(state, new Held(call, tool, caller, trace, timer));
    timer.start();
    JsonValue requests =
        out -> {
          out.beginObject().name(KEY).beginObject().field("method", "elicitation/create");
          out.field("params", params).endObject().endObject();
        };
    return new NeedsInput(new InputRequired(requests.toRaw(), state));
  }

  private void expire(String state) {
    try {
      time.sleep(LONGEST);
      Held late;
      synchronized (this) {
        late = held.remove(state);
      }
      if (late != null) {
        late.call().cancel();
      }
    } catch (InterruptedException answered) {
      // Somebody answered, or the call ended.
    }
  }

  /** Gives the call back to its caller, who has an answer. */
  synchronized Held take(String state, RemoteTool tool, Address caller) throws CallRefused {
    Held found = held.get(state);
    if (found == null
        || !found.caller().equals(caller)
        || !found.tool().name().equals(tool.name())) {
      throw new CallRefused(
          "unknown_state: this question is not yours, or its time is over. Call again without"
              + " request_state.");
    }
    held.remove(state);
    found.timer().interrupt();
    return found;
  }

  /** Result of the question in the answers of a caller; anything else cancels it. */
  static JsonValue result(@Nullable RawJson responses) {
    RawJson result = responses == null ? null : responses.fields().find(KEY);
    return result != null && result.isObject() && result.fields().has("action")
        ? result
        : out -> out.beginObject().field("action", "cancel").endObject();
  }

  /** Ends the calls of a turn that was stopped. */
  synchronized void stop(TraceId trace) {
    Iterator<Held> all = held.values().iterator();
    while (all.hasNext()) {
      Held one = all.next();
      if (trace.equals(one.trace())) {
        all.remove();
        one.timer().interrupt();
        one.call().cancel();
      }
    }
  }

  /** Forgets the calls of a connection that has ended. */
  synchronized void clear() {
    held.values().forEach(one -> one.timer().interrupt());
    held.clear();
  }
}
