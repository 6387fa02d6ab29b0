package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.gateway.mcp.store.StoredTask;
import bub.json.Fields;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;

/** Methods of the tasks extension. Safe for any thread; calls block. */
final class TaskMethods {
  private final McpTasks tasks;
  private final ToolList tools;
  private final RequestRunner runner;

  TaskMethods(McpTasks tasks, ToolList tools, RequestRunner runner) {
    this.tasks = tasks;
    this.tools = tools;
    this.runner = runner;
  }

  static boolean has(String method) {
    return switch (method) {
      case "tasks/get", "tasks/update", "tasks/cancel" -> true;
      default -> false;
    };
  }

  void answer(McpRequester client, Message.Request request, McpReplyStream reply) throws Exception {
    requireTasks(client);
    RawJson params = StatelessEnvelope.params(request);
    Fields fields = params.fields();
    String id = fields.string("taskId");
    RawJson result =
        switch (request.method()) {
          case "tasks/get" -> TaskJson.details(tasks.find(client, id));
          case "tasks/cancel" -> {
            tasks.cancel(client, id);
            yield McpResults.STATELESS.result(_ -> {});
          }
          default -> {
            tasks.update(client, id, InputAnswers.read(params), this::again);
            yield McpResults.STATELESS.result(_ -> {});
          }
        };
    reply.end(new Message.Response(request.id(), result), 200);
  }

  static void requireTasks(McpRequester client) throws RpcException {
    if (!client.features().hasTasks()) {
      throw new RpcException(McpErrors.missingTasks());
    }
  }

  private void again(RequestRun run, McpRequester client, StoredTask task, InputAnswers answers)
      throws Exception {
    McpTool tool = tool(client, task.tool());
    runner.background(run, client, answers, context -> tool.call(context, task.arguments()));
  }

  private McpTool tool(McpRequester client, String name)
      throws HttpRefusal, RpcException, InterruptedException {
    try {
      return tools
          .find(client.caller(), name)
          .orElseThrow(
              () ->
                  new RpcException(RpcError.invalidParams("Nobody offers " + name + " any more.")));
    } catch (CallRefused | NoAnswer away) {
      throw new HttpRefusal(503, "unavailable", "The lobby: " + away.getMessage() + ".");
    }
  }
}
