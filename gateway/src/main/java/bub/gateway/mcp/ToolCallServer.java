package bub.gateway.mcp;

import bub.gateway.caller.Caller;
import bub.gateway.caller.CallerSlots;
import bub.gateway.caller.CallerSlots.Slot;
import bub.json.Fields;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Server of {@code tools/list} and {@code tools/call}. Safe for any thread; calls block. */
final class ToolCallServer {
  static final int MOST_OPEN = 128;
  static final int MOST_PER_CALLER = 32;
  private static final int CANCELLED = -32800;
  // A quick call gets a plain answer.
  private static final Duration QUICK = Duration.ofMillis(500);
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);

  /**
   * Client of a call.
   *
   * @param session null when the request stands alone
   */
  record Client(Caller caller, Address inbox, @Nullable McpSession session) {
    McpResults results() {
      return session == null ? McpResults.STATELESS : McpResults.WITH_SESSIONS;
    }
  }

  private final ToolList tools;
  private final CallerSlots slots = new CallerSlots("open tool calls", MOST_OPEN, MOST_PER_CALLER);
  private final Set<ToolRun> runs = ConcurrentHashMap.newKeySet();

  ToolCallServer(ToolList tools) {
    this.tools = tools;
  }

  RawJson list(Client client, RawJson params) throws Exception {
    ToolList.ToolPage page = tools.page(client.caller(), params.fields().optionalString("cursor"));
    return client.results().list(page::writeMembers);
  }

  void call(Client client, Message.Request request, McpReplyStream reply) throws Exception {
    Fields params = StatelessEnvelope.params(request).fields();
    String name = params.string("name");
    RawJson given = params.optionalObject("arguments");
    RawJson arguments = given == null ? RawJson.EMPTY_OBJECT : given;
    McpTool tool =
        tools
            .find(client.caller(), name)
            .orElseThrow(() -> new RpcException(RpcError.invalidParams("Unknown tool: " + name)));
    Slot slot = slots.take(client.caller().id());
    var run = new ToolRun();
    if (client.session() != null && !client.session().begin(request.id(), run)) {
      slot.close();
      throw new RpcException(
          RpcError.invalidRequest("a request with the id " + request.id() + " is running"));
    }
    runs.add(run);
    var context = new ToolCallContext(client.caller(), client.inbox(), run::report);
    run.start(
        () -> tool.work().run(context, arguments), () -> ended(client, request.id(), run, slot));
    try {
      write(client, request, run, reply);
    } catch (IOException gone) {
      // With sessions, only a notification cancels a request.
      if (client.session() == null) {
        run.cancel();
      }
      throw gone;
    }
  }

  private void ended(Client client, RequestId id, ToolRun run, Slot slot) {
    slot.close();
    runs.remove(run);
    if (client.session() != null) {
      client.session().end(id);
    }
  }

  private static void write(
      Client client, Message.Request request, ToolRun run, McpReplyStream reply)
      throws IOException, InterruptedException {
    RawJson token = progressToken(request);
    Duration wait = QUICK;
    while (true) {
      switch (run.next(wait)) {
        case ToolRun.Event.Progress(int number, String text) -> {
          if (token != null) {
            reply.notice(
                "notifications/progress",
                out ->
                    out.beginObject()
                        .field("progressToken", token)
                        .field("progress", number)
                        .field("message", text)
                        .endObject());
          }
        }
        case ToolRun.Event.Finished(ToolOutcome outcome) -> {
          reply.end(new Message.Response(request.id(), result(client, outcome)), 200);
          return;
        }
        case ToolRun.Event.Broken(Exception failure) -> {
          ToolOutcome outcome = ToolFailures.explain(failure);
          reply.end(
              outcome == null
                  ? new Message.Failure(request.id(), RpcError.internalError())
                  : new Message.Response(request.id(), result(client, outcome)),
              200);
          return;
        }
        case ToolRun.Event.Cancelled _ -> {
          var cancelled = RpcError.of(CANCELLED, "The request was cancelled.");
          reply.end(new Message.Failure(request.id(), cancelled), 200);
          return;
        }
        case null -> reply.keepAlive();
      }
      wait = SIGN_OF_LIFE;
    }
  }

  private static RawJson result(Client client, ToolOutcome outcome) {
    return client.results().result(outcome::writeMembers);
  }

  private static @Nullable RawJson progressToken(Message.Request request) {
    RawJson meta = StatelessEnvelope.meta(request);
    RawJson token = meta == null ? null : meta.fields().find("progressToken");
    return token != null && (token.isString() || token.isInteger()) ? token : null;
  }

  void cancelAll() {
    runs.forEach(ToolRun::cancel);
  }
}
