package bub.conformance;

import bub.client.NoAnswer;
import bub.client.NotConnected;
import bub.client.lobby.CallRefused;
import bub.client.store.OutboxFull;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.jsonrpc.RpcException;
import bub.protocol.trace.GuardReasons;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Consumer;

/** Errors of the SDK in the words of the suite. */
final class DriverErrors {
  /** Thrown for a command that this driver does not know. */
  static final class Unsupported extends Exception {
    private static final long serialVersionUID = 1L;

    Unsupported(String command) {
      super("unknown command " + command);
    }
  }

  private DriverErrors() {}

  static JsonValue of(Throwable failed) {
    return switch (failed) {
      case Unsupported _ -> error(failed, "unsupported", _ -> {});
      case NotConnected _ -> error(failed, "not_connected", _ -> {});
      case NoAnswer _ -> error(failed, "no_answer", _ -> {});
      case RpcException refused -> refused(refused);
      case CallRefused refused -> contract(refused);
      case OutboxFull _ -> error(failed, "outbox_full", _ -> {});
      case IOException _ -> error(failed, "disk", _ -> {});
      default -> error(failed, "other", out -> out.field("class", failed.getClass().getName()));
    };
  }

  private static JsonValue refused(RpcException refused) {
    String reason = refused.error().reason();
    if ("too_large".equals(reason)) {
      return error(refused, "too_large", _ -> {});
    }
    return error(
        refused,
        GuardReasons.isFinal(reason) ? "guard" : "refused",
        out -> out.field("code", refused.error().code()).field("reason", reason));
  }

  private static JsonValue contract(CallRefused refused) {
    return error(
        refused,
        "contract",
        out -> {
          var code = refused.code();
          out.field("code", code == null ? null : code.name().toLowerCase(Locale.ROOT));
          var violations = refused.violations();
          out.field("path", violations.isEmpty() ? null : violations.getFirst().path());
          out.field("retry", refused.shouldRetry());
        });
  }

  private static JsonValue error(Throwable failed, String kind, Consumer<JsonWriter> more) {
    return out -> {
      out.beginObject().field("kind", kind).field("message", String.valueOf(failed.getMessage()));
      more.accept(out);
      out.endObject();
    };
  }
}
