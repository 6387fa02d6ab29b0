package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.channel.http.MountedCall;
import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Methods that all revisions have. Safe for any thread; calls block. */
final class McpMethods {
  private final RequestRunner runner;
  private final ToolList tools;
  private final ResourceList resources;
  private final PromptList prompts;
  private final McpTasks tasks;
  private final Completions completions;

  McpMethods(
      RequestRunner runner,
      ToolList tools,
      ResourceList resources,
      PromptList prompts,
      McpTasks tasks) {
    this.runner = runner;
    this.tools = tools;
    this.resources = resources;
    this.prompts = prompts;
    this.tasks = tasks;
    this.completions = new Completions(prompts);
  }

  void answer(McpRequester client, Message.Request request, MountedCall call, McpReplyStream reply)
      throws Exception {
    RawJson params = StatelessEnvelope.params(request);
    switch (request.method()) {
      case "tools/list" ->
          list(client, request, reply, (cursor, out) -> tools.write(client.caller(), cursor, out));
      case "resources/list" ->
          list(
              client,
              request,
              reply,
              (cursor, out) -> resources.write(client.caller(), false, cursor, out));
      case "resources/templates/list" ->
          list(
              client,
              request,
              reply,
              (cursor, out) -> resources.write(client.caller(), true, cursor, out));
      case "prompts/list" ->
          list(
              client, request, reply, (cursor, out) -> prompts.write(client.caller(), cursor, out));
      case "completion/complete" -> {
        JsonWriter out = new JsonWriter().beginObject();
        completions.write(client.caller(), params, out);
        RawJson members = RawJson.trusted(out.endObject().toByteArray());
        reply.end(response(request, client.results().result(copy(members))), 200);
      }
      case "tools/call" -> call(client, request, call, reply);
      case "prompts/get" -> {
        McpPrompt prompt = prompts.find(client.caller(), params.fields().string("name"));
        RawJson arguments = arguments(params);
        runner.run(
            client,
            request,
            prompt.name(),
            reply,
            context -> prompts.get(context, prompt, arguments));
      }
      case "resources/read" -> {
        String uri = params.fields().string("uri");
        McpResource resource = resources.find(client.caller(), uri);
        runner.run(client, request, uri, reply, context -> resource.work().read(context, uri));
      }
      default -> throw new RpcException(RpcError.methodNotFound(request.method()));
    }
  }

  /** Writes one page of a list. */
  @FunctionalInterface
  private interface ListWriter {
    void write(@Nullable String cursor, JsonWriter out) throws Exception;
  }

  private static void list(
      McpRequester client, Message.Request request, McpReplyStream reply, ListWriter list)
      throws Exception {
    JsonWriter page = new JsonWriter().beginObject();
    list.write(StatelessEnvelope.params(request).fields().optionalString("cursor"), page);
    RawJson members = RawJson.trusted(page.endObject().toByteArray());
    reply.end(response(request, client.results().list(copy(members))), 200);
  }

  private static Consumer<JsonWriter> copy(RawJson members) {
    Fields fields = members.fields();
    return out -> {
      for (int i = 0; i < fields.count(); i++) {
        out.field(fields.name(i), fields.value(i));
      }
    };
  }

  private static Message response(Message.Request request, RawJson result) {
    return new Message.Response(request.id(), result);
  }

  private void call(
      McpRequester client, Message.Request request, MountedCall call, McpReplyStream reply)
      throws Exception {
    RawJson params = StatelessEnvelope.params(request);
    String name = params.fields().string("name");
    RawJson arguments = arguments(params);
    McpTool tool =
        tools
            .find(client.caller(), name)
            .orElseThrow(() -> new RpcException(RpcError.invalidParams("Unknown tool: " + name)));
    if (client.session() == null) {
      HeaderParams.check(call, tool.input(), arguments);
    }
    RequestRunner.RequestWork work = context -> tool.call(context, arguments);
    if (!isTask(client, tool)) {
      runner.run(client, request, name, reply, work);
      return;
    }
    try (TaskSlots.Slot _ = tasks.reserve(client)) {
      runner.run(
          client,
          request,
          name,
          reply,
          work,
          run -> TaskJson.created(tasks.adopt(client, name, arguments, run)));
    }
  }

  /** Returns false for a call that needs a thread of its own. Never blocks. */
  boolean callAtOnce(
      McpRequester client, Message.Request request, MountedCall call, McpReplyStream reply)
      throws HttpRefusal, RpcException {
    RawJson params = StatelessEnvelope.params(request);
    String name = params.fields().string("name");
    McpTool tool = tools.known(client.caller(), name);
    McpTool.AsyncToolWork work = tool == null ? null : tool.asyncWork();
    if (tool == null || work == null || isTask(client, tool)) {
      return false;
    }
    RawJson arguments = arguments(params);
    if (client.session() == null) {
      HeaderParams.check(call, tool.input(), arguments);
    }
    runner.start(
        client, request, name, call, reply, context -> McpTool.start(work, context, arguments));
    return true;
  }

  /** With sessions, a client waits for the result. */
  private static boolean isTask(McpRequester client, McpTool tool) throws RpcException {
    if (client.session() != null || tool.taskSupport() == TaskSupport.FORBIDDEN) {
      return false;
    }
    if (tool.taskSupport() == TaskSupport.REQUIRED) {
      TaskMethods.requireTasks(client);
    }
    return client.features().hasTasks();
  }

  private static RawJson arguments(RawJson params) {
    RawJson given = params.fields().optionalObject("arguments");
    return given == null ? RawJson.EMPTY_OBJECT : given;
  }
}
