package bub.gateway.mcp;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Envelope;
import org.jspecify.annotations.Nullable;

/** Translator of a provider's {@code in_progress} into log messages and progress. */
final class ProgressForwarder {
  private ProgressForwarder() {}

  static void pass(Envelope news, RequestContext context) {
    try {
      RawJson response = news.payload().fields().object("content").fields().object("response");
      RawJson details = response.fields().without("status");
      RawJson log = details.fields().find("log");
      if (log != null && log.isObject()) {
        log(log.fields(), context);
      } else {
        progress(details, context);
      }
    } catch (InvalidField odd) {
      context.progress("in progress");
    }
  }

  private static void log(Fields log, RequestContext context) {
    McpLogLevel level = McpLogLevel.of(log.optionalString("level"));
    RawJson data = log.find("data");
    context.log(
        level == null ? McpLogLevel.INFO : level,
        log.optionalString("logger"),
        data == null ? RawJson.NULL : data);
  }

  private static void progress(RawJson details, RequestContext context) {
    RawJson message = details.fields().find("message");
    String text = message != null && message.isString() ? message.asString() : details.toString();
    RawJson number = details.fields().find("progress");
    if (number == null || !ReportLimits.isReasonable(number)) {
      context.progress(text);
    } else {
      context.progress(
          Double.parseDouble(number.toString()), number(details.fields().find("total")), text);
    }
  }

  private static @Nullable RawJson number(@Nullable RawJson value) {
    return value != null && ReportLimits.isReasonable(value) ? value.detached() : null;
  }
}
