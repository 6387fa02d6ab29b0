package bub.agent.model.langchain;

import bub.agent.model.Model;
import bub.agent.model.ModelAccess;
import bub.agent.model.ModelName;
import bub.agent.model.ModelOutcome;
import bub.agent.model.ModelProvider;
import bub.agent.model.Prompt;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Model of a provider that LangChain4j supports. Each request has its own connection and virtual
 * thread; the caller waits, and interrupts the thread on a timeout.
 */
public final class LangChainModel implements Model {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration TICK = Duration.ofMillis(100);
  private static final String OLLAMA_HERE = "http://127.0.0.1:11434";
  private static final int ANTHROPIC_MAX_TOKENS = 8_192; // its API requires a limit
  private static final long MAX_BYTES = 16L * 1024 * 1024;

  private final ModelName name;
  private final Map<String, String> environment;
  private final Duration maxSilence;
  private final int maxChars;
  private final HttpClient http;

  /**
   * @param maxSilence time without data after which a server counts as hung
   * @param maxChars maximum length of an answer; the rest is cut off
   */
  public LangChainModel(
      ModelName name, Map<String, String> environment, Duration maxSilence, int maxChars) {
    this.name = name;
    this.environment = Map.copyOf(environment);
    this.maxSilence = maxSilence;
    this.maxChars = maxChars;
    // HTTP/1.1: some small servers fail when a client offers to upgrade.
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
  public boolean understands() {
    return true;
  }

  @Override
  public ModelOutcome ask(Prompt prompt, Duration atMost, Consumer<String> soFar)
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
            maxChars, soFar, problem -> ModelErrors.of(problem, access, wire.retryAfter()));
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
                  .messages(LangChainMessages.of(prompt))
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

  /** Key, or a dummy: these libraries require one even when the server does not. */
  private static String keyOrNone(ModelAccess access) {
    return access.key() == null ? "none" : access.key();
  }
}
