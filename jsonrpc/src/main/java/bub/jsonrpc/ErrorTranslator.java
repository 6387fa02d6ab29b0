package bub.jsonrpc;

import bub.json.InvalidField;
import java.lang.System.Logger.Level;

/** Translator of a throwable into an error code and a text that is safe to send. */
final class ErrorTranslator {
  private static final System.Logger LOG = System.getLogger(ErrorTranslator.class.getName());

  private ErrorTranslator() {}

  static RpcError toError(String method, Throwable thrown) {
    return switch (thrown) {
      case RpcException refused -> refused.error();
      case InvalidField invalid ->
          RpcError.invalidParams(invalid.getMessage() == null ? "" : invalid.getMessage());
      default -> {
        report(method, thrown);
        yield RpcError.internalError();
      }
    };
  }

  static void report(String method, Throwable thrown) {
    LOG.log(Level.ERROR, "The handler of " + method + " failed", thrown);
  }
}
