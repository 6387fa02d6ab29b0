package bub.gateway.mcp;

import bub.json.Fields;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import org.jspecify.annotations.Nullable;

/**
 * Answers of a client to the questions of a provider.
 *
 * @param responses results by the key of the question; null when there were no questions
 * @param state text that the provider gave with its questions
 */
record InputAnswers(@Nullable RawJson responses, @Nullable String state) {
  static final InputAnswers NONE = new InputAnswers(null, null);
  private static final int MOST = 64;
  private static final String RESPONSES = "inputResponses";

  /** Reads a request that repeats an earlier one; {@code target} is its tool, prompt or URI. */
  static InputAnswers read(RawJson params, RequestStates states, Address caller, String target)
      throws RpcException {
    String sealed = params.fields().optionalString("requestState");
    return new InputAnswers(
        read(params).responses(), sealed == null ? null : states.open(caller, target, sealed));
  }

  /** Reads answers without a state. */
  static InputAnswers read(RawJson params) throws RpcException {
    RawJson given = params.fields().find(RESPONSES);
    if (given != null) {
      check(given);
    }
    return new InputAnswers(given, null);
  }

  private static void check(RawJson given) throws RpcException {
    if (!given.isObject()) {
      throw new RpcException(RpcError.invalidParams(RESPONSES + ": must be an object"));
    }
    Fields fields = given.fields();
    if (fields.count() > MOST) {
      throw new RpcException(RpcError.invalidParams(RESPONSES + ": has more than " + MOST));
    }
    for (int i = 0; i < fields.count(); i++) {
      if (!fields.value(i).isObject()) {
        throw new RpcException(
            RpcError.invalidParams(RESPONSES + "." + fields.name(i) + ": must be an object"));
      }
    }
  }

  @Nullable RawJson find(String key) {
    return responses == null ? null : responses.fields().find(key);
  }

  /** The answer to a question of the door itself does not concern the provider. */
  InputAnswers without(String key) {
    if (find(key) == null || responses == null) {
      return this;
    }
    RawJson rest = responses.fields().without(key);
    return new InputAnswers(rest.fields().count() == 0 ? null : rest, state);
  }
}
