package bub.gateway.mcpclient;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.CurrentCause;
import bub.client.lobby.CallRefused;
import bub.client.lobby.CapabilityHandler;
import bub.client.lobby.NeedsInput;
import bub.gateway.mcpclient.OpenToolCall.Asked;
import bub.gateway.mcpclient.OpenToolCall.Ended;
import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.PlainText;
import bub.protocol.lobby.InputRequired;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Calls of the tools of one server, as the lobby passes them on. Safe for any thread. */
final class ToolCallHandler {
  private static final int MOST_AT_ONCE = 32;
  private static final int LONGEST_ERROR = 8_000;
  private static final int MAX_RESULT = BusClient.MAX_PAYLOAD - 4 * 1024;
  private static final List<String> PASSED = List.of("content", "structuredContent");

  private final McpServerEntry server;
  private final BusClient client;
  private final ClientEnvironment environment;
  private final StoppableCalls stoppable;
  private final HeldToolCalls held;
  private final Semaphore slots = new Semaphore(MOST_AT_ONCE);

  ToolCallHandler(
      McpServerEntry server,
      BusClient client,
      ClientEnvironment environment,
      StoppableCalls stoppable) {
    this.server = server;
    this.client = client;
    this.environment = environment;
    this.stoppable = stoppable;
    this.held = new HeldToolCalls(environment.time());
  }

  CapabilityHandler.ForCaller<RawJson, RawJson> of(McpConnection connection, RemoteTool tool) {
    return (input, caller) -> call(connection, tool, input, caller);
  }

  /** Ends the calls of a turn that wait for an answer of their caller. */
  void stop(TraceId trace) {
    held.stop(trace);
  }

  void close() {
    held.clear();
  }

  private RawJson call(McpConnection connection, RemoteTool tool, RawJson input, Address caller)
      throws CallRefused, NeedsInput {
    if (!slots.tryAcquire()) {
      throw refused(
          tool, "is busy: it already handles " + MOST_AT_ONCE + " calls. Try again later");
    }
    Causality cause = CurrentCause.get();
    try (var progress = new ProgressReporter(client, environment.time(), cause.cause())) {
      return stoppable.call(
          cause.trace(),
          () -> {
            OpenToolCall call = open(connection, tool, input, caller, progress::report);
            return switch (call.await()) {
              case Ended(Reply reply) ->
                  result(tool, connection.result(tool.name(), reply, server.callTimeout()));
              case Asked(RawJson params) ->
                  throw held.hold(call, tool, caller, turn(cause), params);
            };
          });
    } catch (McpFailure failed) {
      throw new CallRefused(failed.text());
    } catch (RpcException rejected) {
      throw refused(tool, PlainText.lines(rejected.error().message(), LONGEST_ERROR));
    } catch (InterruptedException stopped) {
      throw refused(tool, "was cancelled, because somebody stopped the turn");
    } finally {
      slots.release();
    }
  }

  private static @Nullable TraceId turn(Causality cause) {
    TraceParent turn = cause.trace();
    return turn == null ? null : turn.trace();
  }

  /** Begins a call, or answers the question of one. */
  private OpenToolCall open(
      McpConnection connection,
      RemoteTool tool,
      RawJson input,
      Address caller,
      Consumer<RawJson> progress)
      throws CallRefused {
    if (server.elicitation() != ElicitationMode.ASK) {
      return connection.begin(tool.name(), input, server.callTimeout(), progress);
    }
    String state = input.fields().optionalString(InputRequired.STATE);
    if (state == null) {
      RawJson plain = input.fields().without(InputRequired.RESPONSES);
      return connection.begin(tool.name(), plain, server.callTimeout(), progress);
    }
    OpenToolCall call = held.take(state, tool, caller).call();
    RawJson responses = input.fields().optionalObject(InputRequired.RESPONSES);
    call.proceed(HeldToolCalls.result(responses), progress);
    return call;
  }

  private CallRefused refused(RemoteTool tool, String text) {
    return new CallRefused(ToolContract.name(server.name(), tool.name()) + ": " + text);
  }

  /** Output of the capability: the content blocks, and the structure if there is one. */
  private RawJson result(RemoteTool tool, RawJson result) throws CallRefused {
    try {
      RawJson content = result.fields().find("content");
      if (content == null || !content.isArray()) {
        throw refused(tool, "the server answered without content");
      }
      if (result.fields().bool("isError", false)) {
        throw refused(tool, texts(content));
      }
      if (result.length() > MAX_RESULT) {
        throw refused(
            tool,
            "the result has "
                + result.length()
                + " bytes; the bus carries at most "
                + MAX_RESULT
                + ". Ask for less");
      }
      JsonWriter out = new JsonWriter().beginObject();
      for (String name : PASSED) {
        out.optional(name, result.fields().find(name));
      }
      return RawJson.trusted(out.endObject().toByteArray());
    } catch (InvalidField odd) {
      throw refused(tool, "the server answered wrongly: " + odd.getMessage());
    }
  }

  private static String texts(RawJson content) {
    String text =
        content.elements().stream()
            .filter(RawJson::isObject)
            .map(block -> block.fields().find("text"))
            .filter(found -> found != null && found.isString())
            .map(RawJson::asString)
            .collect(Collectors.joining("\n"));
    return text.isBlank() ? "the tool failed" : PlainText.lines(text, LONGEST_ERROR);
  }

  /** Address of a lobby, which takes progress. */
  static final Address LOBBY = new Address("system:lobby");
}
