package bub.agent.model.langchain;

import bub.agent.model.Line;
import bub.agent.model.Outcome;
import bub.agent.model.Outcome.Answer;
import bub.agent.model.ToolCall;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what a model says, until the first thing that ends it: the answer, an error, or that it
 * is enough. Used on the thread of the exchange; read after that thread has ended.
 */
final class Gathered implements StreamingChatResponseHandler {
  private final StringBuilder text = new StringBuilder();
  private final int maxChars;
  private final Consumer<String> soFar;
  private final Function<Throwable, Outcome.Failure> explain;
  private @Nullable Outcome outcome;

  Gathered(int maxChars, Consumer<String> soFar, Function<Throwable, Outcome.Failure> explain) {
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
      outcome = new Answer(Line.Said.of(text + " […]"), null);
      Thread.currentThread().interrupt(); // nothing else makes the exchange end
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
      // Not every maker gives its calls a name.
      String id = request.id() == null ? "call-" + (calls.size() + 1) : request.id();
      String arguments = request.arguments() == null ? "" : request.arguments();
      var call = new ToolCall(id, request.name(), arguments);
      isSound &= call.object() != null && request.id() != null;
      calls.add(call);
    }
    String said = message.text() == null ? "" : message.text();
    return new Answer(
        // Garbage that a model wrote must not be read back to it: its maker refuses that.
        new Line.Said(said, List.copyOf(calls), isSound && !calls.isEmpty() ? message : null),
        usage(response.tokenUsage()));
  }

  private static Outcome.@Nullable Usage usage(@Nullable TokenUsage usage) {
    if (usage == null || usage.inputTokenCount() == null || usage.outputTokenCount() == null) {
      return null;
    }
    return new Outcome.Usage(usage.inputTokenCount(), usage.outputTokenCount());
  }

  @Override
  public void onError(Throwable problem) {
    if (outcome == null) {
      outcome = explain.apply(problem);
    }
  }

  /** Null when nothing has ended it. */
  @Nullable Outcome outcome() {
    return outcome;
  }
}
