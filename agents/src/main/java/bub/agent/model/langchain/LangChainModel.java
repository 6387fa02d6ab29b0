package bub.agent.model.langchain;

import bub.agent.model.ConversationLine;
import bub.agent.model.Model;
import bub.agent.model.ModelAccess;
import bub.agent.model.ModelListener;
import bub.agent.model.ModelName;
import bub.agent.model.ModelOutcome;
import bub.agent.model.ModelProvider;
import bub.agent.model.Prompt;
import bub.agent.model.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Model of a provider that LangChain4j supports; each request has its own virtual thread. */
public final class LangChainModel implements Model {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration TICK = Duration.ofMillis(100);
  private static final String OLLAMA_HERE = "http://127.0.0.1:11434";
  private static final int ANTHROPIC_MAX_TOKENS = 8_192; // its API requires a limit
  private static final long MAX_BYTES = 16L * 1024 * 1024;

  private static final String NOTHING = "(nothing)"; // providers refuse an empty text

  private final ModelName name;
  private final Map<String, String> environment;
  private final Duration maxSilence;
  private final int maxChars;
  private final HttpClient http;

  /** {@code maxSilence} is the time without data after which a server counts as hung. */
  public LangChainModel(
      ModelName name, Map<String, String> environment, Duration maxSilence, int maxChars) {
    this.name = name;
    this.environment = Map.copyOf(environment);
    this.maxSilence = maxSilence;
    this.maxChars = maxChars;
    // Some small servers fail when a client offers to upgrade to HTTP/2.
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
  }

  @Override
  public String name() {
    return name.toString();
  }

  @Override
  public ModelOutcome ask(Prompt prompt, Duration atMost, ModelListener listener)
      throws InterruptedException {
    ModelAccess access;
    try {
      access = ModelAccess.find(name, environment);
    } catch (ModelAccess.Missing missing) {
      return ModelOutcome.Failure.lasting(String.valueOf(missing.getMessage()));
    }
    var wire = new ModelHttpClient(http, MAX_BYTES);
    var collector =
        new ResponseCollector(
            maxChars,
            listener::text,
            problem -> ModelErrors.of(problem, access, wire.retryAfter()));
    Thread exchange =
        Thread.ofVirtual().name("model").start(() -> exchange(access, wire, prompt, collector));
    return await(exchange, wire, collector, atMost);
  }

  private static void exchange(
      ModelAccess access, ModelHttpClient wire, Prompt prompt, ResponseCollector collector) {
    try {
      ToolSchemas schemas =
          access.model().provider() == ModelProvider.GEMINI ? ToolSchemas.PLAIN : ToolSchemas.EXACT;
      connect(access, wire)
          .chat(
              ChatRequest.builder()
                  .messages(messages(prompt))
                  .toolSpecifications(schemas.translate(prompt.tools()))
                  .build(),
              collector);
    } catch (RuntimeException problem) {
      collector.onError(problem);
    }
  }

  private ModelOutcome await(
      Thread exchange, ModelHttpClient wire, ResponseCollector collector, Duration atMost)
      throws InterruptedException {
    long start = System.nanoTime();
    ModelOutcome tooLong = null;
    try {
      while (tooLong == null && !exchange.join(TICK)) {
        if (System.nanoTime() - start > atMost.toNanos()) {
          tooLong = ModelErrors.late(atMost);
        } else if (wire.silence().compareTo(maxSilence) > 0) {
          tooLong = ModelErrors.silent(maxSilence);
        }
      }
    } finally {
      exchange.interrupt();
    }
    if (tooLong != null) {
      return tooLong;
    }
    ModelOutcome outcome = collector.outcome();
    return outcome == null ? ModelOutcome.Failure.passing("the model gave no answer") : outcome;
  }

  private static StreamingChatModel connect(ModelAccess access, ModelHttpClient wire) {
    String model = access.model().name();
    return switch (access.model().provider()) {
      case OPENAI ->
          OpenAiStreamingChatModel.builder()
              .httpClientBuilder(wire.asBuilder())
              .baseUrl(access.baseUrl())
              .apiKey(access.key())
              .modelName(model)
              .build();
      case ANTHROPIC ->
          AnthropicStreamingChatModel.builder()
              .httpClientBuilder(wire.asBuilder())
              .baseUrl(access.baseUrl())
              .apiKey(keyOrNone(access))
              .modelName(model)
              .maxTokens(ANTHROPIC_MAX_TOKENS)
              .build();
      case GEMINI ->
          GoogleAiGeminiStreamingChatModel.builder()
              .httpClientBuilder(wire.asBuilder())
              .baseUrl(access.baseUrl())
              .apiKey(keyOrNone(access))
              .modelName(model)
              // Gemini's tools work only when its own thoughts are sent back to it.
              .returnThinking(true)
              .sendThinking(true)
              .build();
      case OLLAMA ->
          OllamaStreamingChatModel.builder()
              .httpClientBuilder(wire.asBuilder())
              .baseUrl(access.baseUrl() == null ? OLLAMA_HERE : access.baseUrl())
              .modelName(model)
              .build();
    };
  }

  /** These libraries require a key even when the server does not. */
  private static String keyOrNone(ModelAccess access) {
    return access.key() == null ? "none" : access.key();
  }

  private static List<ChatMessage> messages(Prompt prompt) {
    var messages = new ArrayList<ChatMessage>();
    messages.add(SystemMessage.from(prompt.instructions()));
    for (ConversationLine line : prompt.lines()) {
      messages.add(
          switch (line) {
            case ConversationLine.Heard(String text) -> UserMessage.from(orNothing(text));
            case ConversationLine.Said said -> said(said);
            case ConversationLine.Result(ToolCall call, String text) ->
                ToolExecutionResultMessage.from(call.id(), call.name(), orNothing(text));
          });
    }
    return messages;
  }

  private static AiMessage said(ConversationLine.Said said) {
    if (said.keepsake() instanceof AiMessage message) {
      return message;
    }
    if (said.calls().isEmpty()) {
      return AiMessage.from(orNothing(said.text()));
    }
    var requests = new ArrayList<ToolExecutionRequest>();
    for (ToolCall call : said.calls()) {
      requests.add(
          ToolExecutionRequest.builder()
              .id(call.id())
              .name(call.name())
              .arguments(call.object() == null ? "{}" : call.arguments())
              .build());
    }
    return said.text().isBlank() ? AiMessage.from(requests) : AiMessage.from(said.text(), requests);
  }

  private static String orNothing(String text) {
    return text.isBlank() ? NOTHING : text;
  }
}
