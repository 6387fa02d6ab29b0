package bub.otlp;

import bub.otlp.MessageToExport.Outcome;
import bub.protocol.trace.Step;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Factory of spans, by the semantic conventions for messaging and for generative AI. A span has no
 * contents of messages, arguments or results.
 */
record SpanFactory(Resource resource) {
  private static final String SEND = "send";
  private static final String OTHER_ERROR = "_OTHER";
  private static final Set<String> SUCCESSES = Set.of("ok", "no_recipient");
  private static final Set<String> PROVIDERS = Set.of("openai", "anthropic", "gemini", "ollama");

  /** The parts of a span that depend on its kind. */
  private record Operation(String name, SpanKind kind, AttributesBuilder attributes) {}

  ExportedSpan span(MessageToExport message, SpanPlace place, Outcome outcome) {
    Step step = message.step();
    Operation operation = step == null ? sending(message, outcome) : operation(step);
    if (step != null) {
      operation.attributes().put(SpanAttributes.BUB_STEP, step.number());
      operation.attributes().put(SpanAttributes.GEN_AI_AGENT, message.from().value());
    }
    String error = SUCCESSES.contains(outcome.status()) ? null : errorType(message, outcome);
    if (error != null) {
      operation.attributes().put(SpanAttributes.ERROR_TYPE, error);
    }
    long took = step == null ? 0 : TimeUnit.MILLISECONDS.toNanos(step.millis());
    long start = Math.max(0, message.sentAt() - took);
    return new ExportedSpan(
        operation.name(),
        operation.kind(),
        place.context(message.span()),
        place.parentContext(),
        status(error, outcome.error()),
        start,
        // The clock of the bus may have been set back meanwhile.
        Math.max(start, outcome.at()),
        operation.attributes().build(),
        resource);
  }

  private static String errorType(MessageToExport message, Outcome outcome) {
    if (message.step() != null) {
      return OTHER_ERROR;
    }
    String delivery = message.failedDelivery();
    return delivery == null ? outcome.status() : delivery;
  }

  private static StatusData status(@Nullable String error, @Nullable String detail) {
    return error == null
        ? StatusData.unset()
        : StatusData.create(StatusCode.ERROR, detail == null ? error : detail);
  }

  private static Operation sending(MessageToExport message, Outcome outcome) {
    String to = message.to().value();
    AttributesBuilder attributes = Attributes.builder();
    attributes
        .put(SpanAttributes.MESSAGING_SYSTEM, "bub")
        .put(SpanAttributes.MESSAGING_OPERATION_NAME, SEND)
        .put(SpanAttributes.MESSAGING_OPERATION_TYPE, SEND)
        .put(SpanAttributes.MESSAGING_DESTINATION, to)
        .put(SpanAttributes.MESSAGING_MESSAGE_ID, message.id().value())
        .put(SpanAttributes.MESSAGING_CLIENT_ID, message.from().value())
        .put(SpanAttributes.BUB_STATUS, outcome.status())
        .put(SpanAttributes.BUB_RECIPIENTS, message.recipients());
    if (message.type() != null) {
      attributes.put(SpanAttributes.BUB_TYPE, message.type());
    }
    if (message.attempt() > 1) {
      attributes.put(SpanAttributes.BUB_ATTEMPT, message.attempt());
    }
    return new Operation(SEND + " " + to, SpanKind.PRODUCER, attributes);
  }

  private static Operation operation(Step step) {
    return switch (step.kind()) {
      case MODEL -> modelCall(step);
      case TOOL -> toolCall(step);
      case WAIT ->
          new Operation(
              "wait " + step.name(),
              SpanKind.INTERNAL,
              Attributes.builder().put(SpanAttributes.BUB_WAIT, step.name()));
    };
  }

  private static Operation modelCall(Step step) {
    AttributesBuilder attributes = Attributes.builder();
    attributes.put(SpanAttributes.GEN_AI_OPERATION, "chat");
    int slash = step.name().indexOf('/');
    String provider = slash < 0 ? "" : step.name().substring(0, slash);
    String model = step.name();
    if (PROVIDERS.contains(provider)) {
      model = model.substring(slash + 1);
      attributes.put(
          SpanAttributes.GEN_AI_PROVIDER, provider.equals("gemini") ? "gcp.gemini" : provider);
    }
    attributes.put(SpanAttributes.GEN_AI_MODEL, model);
    Step.ModelUsage usage = step.usage();
    if (usage != null) {
      attributes
          .put(SpanAttributes.GEN_AI_TOKENS_IN, usage.tokensIn())
          .put(SpanAttributes.GEN_AI_TOKENS_OUT, usage.tokensOut())
          .put(SpanAttributes.BUB_RETRIES, usage.retries());
      if (!usage.finish().isEmpty()) {
        attributes.put(SpanAttributes.GEN_AI_FINISH, usage.finish());
      }
      if (usage.costUsd() != null) {
        attributes.put(SpanAttributes.BUB_COST, usage.costUsd().doubleValue());
      }
    }
    return new Operation("chat " + model, SpanKind.CLIENT, attributes);
  }

  private static Operation toolCall(Step step) {
    AttributesBuilder attributes = Attributes.builder();
    attributes
        .put(SpanAttributes.GEN_AI_OPERATION, "execute_tool")
        .put(SpanAttributes.GEN_AI_TOOL, step.name());
    Step.ToolUse call = step.call();
    if (call != null) {
      attributes
          .put(SpanAttributes.BUB_ARGUMENTS_DIGEST, call.argumentsDigest())
          .put(SpanAttributes.BUB_ARGUMENTS_BYTES, call.argumentsBytes())
          .put(SpanAttributes.BUB_RESULT_BYTES, call.resultBytes());
    }
    return new Operation("execute_tool " + step.name(), SpanKind.INTERNAL, attributes);
  }
}
