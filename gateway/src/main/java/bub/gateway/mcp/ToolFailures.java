package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.json.InvalidField;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.RpcException;
import org.jspecify.annotations.Nullable;

/** Translator of failed tool calls into text for the model. */
final class ToolFailures {
  private ToolFailures() {}

  /** True for an error of the protocol, which the model cannot correct. */
  static boolean isForTheClient(Exception failure, RequestContext context) {
    return failure instanceof RpcException refused
        && !context.asksDirectly()
        && (context.isTask() || refused.error().code() == McpErrors.MISSING_CAPABILITY);
  }

  /** Null for a bug. */
  static @Nullable ToolOutcome explain(Exception failure) {
    return switch (failure) {
      case HttpRefusal refused -> ToolOutcome.error(refused.text());
      case InvalidField odd -> ToolOutcome.error(String.valueOf(odd.getMessage()));
      case RpcException refused -> ToolOutcome.error(refused.error().message());
      case CallFailed late -> ToolOutcome.error(String.valueOf(late.getMessage()));
      case NoAnswer away -> ToolOutcome.error(String.valueOf(away.getMessage()));
      case CallRefused refused -> ToolOutcome.error(String.valueOf(refused.getMessage()));
      default -> null;
    };
  }
}
