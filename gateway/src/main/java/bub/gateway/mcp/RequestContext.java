package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.gateway.caller.Caller;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.lobby.InputRequired;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One running request, for the work that answers it. Safe for any thread; questions block. */
record RequestContext(
    McpRequester requester,
    RequestRun run,
    InputAnswers answers,
    RequestStates states,
    Duration patience) {
  static final int MOST_QUESTIONS = 16;

  Caller caller() {
    return requester.caller();
  }

  Address inbox() {
    return requester.inbox();
  }

  /** Takes a sentence for the person who waits. */
  void progress(String text) {
    run.progress(text);
  }

  void progress(double number, @Nullable RawJson total, String text) {
    run.progress(number, total, text);
  }

  void log(McpLogLevel level, @Nullable String logger, RawJson data) {
    McpLogLevel least = requester.logLevel();
    if (least != null && level.compareTo(least) >= 0) {
      run.report(new RequestRun.Event.Log(level, logger, data));
    }
  }

  /** True when the result is stored as that of a task. */
  boolean isTask() {
    return run.isDetached();
  }

  /** True when the client takes questions while its request runs. */
  boolean asksDirectly() {
    return requester.session() != null;
  }

  boolean canAsk(String method) {
    return requester.features().answers(method);
  }

  /** Only for a client that {@link #asksDirectly}. */
  RawJson ask(String method, RawJson params)
      throws HttpRefusal, RpcException, InterruptedException {
    McpSession session = requester.session();
    if (session == null) {
      throw new IllegalStateException("a request that stands alone has nobody to ask");
    }
    return session.questions().ask(run, method, params, patience);
  }

  /** Questions that the client can answer; refuses when there are none. */
  RawJson answerable(InputRequired wanted) throws HttpRefusal, RpcException {
    int count = wanted.requests().fields().count();
    if (count > MOST_QUESTIONS) {
      throw new HttpRefusal(
          502,
          "too_many_questions",
          "The provider asked " + count + " questions; the limit is " + MOST_QUESTIONS + ".");
    }
    List<String> keys = requester.features().answerable(wanted);
    if (keys.isEmpty()) {
      throw new RpcException(McpErrors.missingCapability(ClientFeatures.needed(wanted)));
    }
    JsonWriter out = new JsonWriter().beginObject();
    keys.forEach(key -> out.field(key, wanted.requests().fields().object(key)));
    return RawJson.trusted(out.endObject().toByteArray());
  }
}
