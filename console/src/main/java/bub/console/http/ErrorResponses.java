package bub.console.http;

import bub.channel.http.BodyTooLarge;
import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.client.lobby.CallRefused;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.ErrorCodes;
import bub.store.StoreFailed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Responses to failed requests; details of internal errors stay in the log. */
final class ErrorResponses {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorResponses.class);

  private ErrorResponses() {}

  static ApiRefusal explain(Throwable thrown) {
    return switch (thrown) {
      case ApiRefusal refusal -> refusal;
      case BodyTooLarge large ->
          new ApiRefusal(413, "too_large", String.valueOf(large.getMessage()), false);
      case InvalidField odd -> ApiRefusal.invalid(String.valueOf(odd.getMessage()));
      case InvalidJson odd -> ApiRefusal.invalid("the body is not valid JSON: " + odd.getMessage());
      case NotConnected away ->
          new ApiRefusal(503, "bus_away", String.valueOf(away.getMessage()), true);
      case NoAnswer late ->
          new ApiRefusal(504, "no_answer", String.valueOf(late.getMessage()), true);
      case RpcException refused -> explain(refused.error());
      case CallRefused refused -> explain(refused);
      case StoreFailed full -> {
        LOG.warn("A store is not usable: {}", full.getMessage());
        yield ApiRefusal.busy("bub cannot use its disk: " + full.reason());
      }
      case InterruptedException stopping -> {
        Thread.currentThread().interrupt();
        yield ApiRefusal.busy("the console is stopping");
      }
      default -> {
        LOG.error("Request failed", thrown);
        yield new ApiRefusal(500, "broken", "Internal error. See the log of the console.", false);
      }
    };
  }

  /** Refuses what the server could not read as a request. */
  static ApiRefusal notARequest(int status, String problem) {
    String code = status == 414 || status == 431 ? "too_large" : "invalid";
    return new ApiRefusal(status, code, "The request is not valid: " + problem + ".", false);
  }

  private static ApiRefusal explain(RpcError error) {
    return switch (error.code()) {
      case ErrorCodes.OVERLOADED, ErrorCodes.DRAINING -> ApiRefusal.busy(error.message());
      case RpcError.INVALID_PARAMS, RpcError.INVALID_REQUEST -> ApiRefusal.invalid(error.message());
      case RpcError.METHOD_NOT_FOUND -> ApiRefusal.notFound(error.message());
      default -> ApiRefusal.refused(error.message());
    };
  }

  private static ApiRefusal explain(CallRefused refused) {
    String text = String.valueOf(refused.getMessage());
    return switch (refused.code()) {
      case INVALID_INPUT -> ApiRefusal.invalid(text);
      case CAPABILITY_NOT_FOUND -> ApiRefusal.notFound(text);
      case LOOP_DETECTED -> ApiRefusal.refused(text);
      case RATE_LIMITED -> ApiRefusal.busy(text);
      case INVALID_OUTPUT, UNAUTHORIZED, AGENT_OFFLINE, TIMEOUT, INPUT_REQUIRED ->
          ApiRefusal.refused(text);
      case null -> ApiRefusal.refused(text);
    };
  }
}
