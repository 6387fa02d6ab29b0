package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.json.InvalidField;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.RpcException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Translator of failed tool calls into text for the model; bugs stay in the log. */
final class ToolFailures {
  private static final Logger LOG = LoggerFactory.getLogger(ToolFailures.class);

  private ToolFailures() {}

  /** Null for a bug. */
  static @Nullable ToolOutcome explain(Exception failure) {
    return switch (failure) {
      case HttpRefusal refused -> ToolOutcome.error(refused.text());
      case InvalidField odd -> ToolOutcome.error(String.valueOf(odd.getMessage()));
      case RpcException refused -> ToolOutcome.error(refused.error().message());
      case CallFailed late -> ToolOutcome.error(String.valueOf(late.getMessage()));
      case NoAnswer away -> ToolOutcome.error(String.valueOf(away.getMessage()));
      case CallRefused refused -> ToolOutcome.error(String.valueOf(refused.getMessage()));
      default -> {
        LOG.error("A tool call failed", failure);
        yield null;
      }
    };
  }
}
