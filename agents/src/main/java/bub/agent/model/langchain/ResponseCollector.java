package bub.agent.model.langchain;

import bub.agent.model.ConversationLine;
import bub.agent.model.ModelOutcome;
import bub.agent.model.ModelOutcome.Answer;
import bub.agent.model.ToolCall;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collector of a response; others may read it only after the thread of the exchange has ended. */
final class ResponseCollector implements StreamingChatResponseHandler {
  private final StringBuilder text = new StringBuilder();
  private final int maxChars;
  private final Consumer<String> soFar;
  private final Function<Throwable, ModelOutcome.Failure> explain;
  private @Nullable ModelOutcome outcome;

  ResponseCollector(
      int maxChars, Consumer<String> soFar, Function<Throwable, ModelOutcome.Failure> explain) {
    this.maxChars = maxChars;
    this.soFar = soFar;
    this.explain = explain;
  }

  @Override
  public void onPartialResponse(String part) {
    if (outcome != null) {
      return;
    }
    text.append(part);
    if (text.length() > maxChars) {
      text.setLength(maxChars);
      outcome = new Answer(ConversationLine.Said.of(text + " […]"), null, Answer.LENGTH);
      Thread.currentThread().interrupt(); // the only way to end the exchange
    } else {
      soFar.accept(text.toString());
    }
  }

  @Override
  public void onCompleteResponse(ChatResponse response) {
    if (outcome == null) {
      outcome = answer(response);
    }
  }

  private static Answer answer(ChatResponse response) {
    AiMessage message = response.aiMessage();
    var calls = new ArrayList<ToolCall>();
    boolean isSound = true;
    for (var request : message.toolExecutionRequests()) {
      // Some providers send calls without an id.
      String id = request.id() == null ? "call-" + (calls.size() + 1) : request.id();
      String arguments = request.arguments() == null ? "" : request.arguments();
      var call = new ToolCall(id, request.name(), arguments);
      isSound &= call.object() != null && request.id() != null;
      calls.add(call);
    }
    String said = message.text() == null ? "" : message.text();
    return new Answer(
        // The provider would refuse malformed calls.
        new ConversationLine.Said(
            said, List.copyOf(calls), isSound && !calls.isEmpty() ? message : null),
        usage(response.tokenUsage()),
        finish(response.finishReason()));
  }

  private static String finish(@Nullable FinishReason reason) {
    if (reason == null) {
      return "";
    }
    return switch (reason) {
      case STOP -> Answer.STOP;
      case TOOL_EXECUTION -> Answer.TOOL_CALLS;
      case LENGTH -> Answer.LENGTH;
      default -> reason.name().toLowerCase(Locale.ROOT);
    };
  }

  private static ModelOutcome.@Nullable Usage usage(@Nullable TokenUsage usage) {
    if (usage == null || usage.inputTokenCount() == null || usage.outputTokenCount() == null) {
      return null;
    }
    return new ModelOutcome.Usage(usage.inputTokenCount(), usage.outputTokenCount());
  }

  @Override
  public void onError(Throwable problem) {
    if (outcome == null) {
      outcome = explain.apply(problem);
    }
  }

  /** Null when nothing has ended the exchange. */
  @Nullable ModelOutcome outcome() {
    return outcome;
  }
}
