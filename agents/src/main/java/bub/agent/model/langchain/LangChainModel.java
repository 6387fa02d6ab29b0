package bub.agent.model.langchain;

import bub.agent.model.Access;
import bub.agent.model.Model;
import bub.agent.model.ModelName;
import bub.agent.model.Outcome;
import bub.agent.model.Prompt;
import bub.agent.model.Provider;
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
 * A model at one of the makers that LangChain4j knows. Each question has a wire and a virtual
 * thread of its own; the asker waits for them, and ends them when they take too long.
 */
public final class LangChainModel implements Model {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration TICK = Duration.ofMillis(100);
  private static final String OLLAMA_HERE = "http://127.0.0.1:11434";
  private static final int ANTHROPIC_MAX_TOKENS = 8_192; // its interface wants a number
  private static final long MAX_BYTES = 16L * 1024 * 1024;

  private final ModelName name;
  private final Map<String, String> environment;
  private final Duration maxSilence;
  private final int maxChars;
  private final HttpClient http;

  /**
   * @param maxSilence how long a server may say nothing before it counts as hung
   * @param maxChars the longest answer; the rest is cut off
   */
  public LangChainModel(
      ModelName name, Map<String, String> environment, Duration maxSilence, int maxChars) {
    this.name = name;
    this.environment = Map.copyOf(environment);
    this.maxSilence = maxSilence;
    this.maxChars = maxChars;
    // Version 1.1: many a small server is confused by the offer of a newer one.
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
  public Outcome ask(Prompt prompt, Duration atMost, Consumer<String> soFar)
      throws InterruptedException {
    Access access;
    try {
      access = Access.find(name, environment);
    } catch (Access.Missing missing) {
      return Outcome.Failure.lasting(String.valueOf(missing.getMessage()));
    }
    var wire = new ModelWire(http, MAX_BYTES);
    var gathered =
        new Gathered(maxChars, soFar, problem -> Problems.of(problem, access, wire.retryAfter()));
    Thread exchange =
        Thread.ofVirtual().name("model").start(() -> exchange(access, wire, prompt, gathered));
    return await(exchange, wire, gathered, atMost);
  }

  private static void exchange(Access access, ModelWire wire, Prompt prompt, Gathered gathered) {
    try {
      ToolSchemas schemas =
          access.model().provider() == Provider.GEMINI ? ToolSchemas.PLAIN : ToolSchemas.EXACT;
      connect(access, wire)
          .chat(
              ChatRequest.builder()
                  .messages(Messages.of(prompt))
                  .toolSpecifications(schemas.translate(prompt.tools()))
                  .build(),
              gathered);
    } catch (RuntimeException problem) {
      gathered.onError(problem);
    }
  }

  private Outcome await(Thread exchange, ModelWire wire, Gathered gathered, Duration atMost)
      throws InterruptedException {
    long start = System.nanoTime();
    Outcome tooLong = null;
    try {
      while (tooLong == null && !exchange.join(TICK)) {
        if (System.nanoTime() - start > atMost.toNanos()) {
          tooLong = Problems.late(atMost);
        } else if (wire.silence().compareTo(maxSilence) > 0) {
          tooLong = Problems.silent(maxSilence);
        }
      }
    } finally {
      exchange.interrupt();
    }
    if (tooLong != null) {
      return tooLong;
    }
    Outcome outcome = gathered.outcome();
    return outcome == null ? Outcome.Failure.passing("it gave no answer") : outcome;
  }

  private static StreamingChatModel connect(Access access, ModelWire wire) {
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
              // Its tools only work when it gets its thoughts back.
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

  /** These libraries insist on a key, even before a server that wants none. */
  private static String keyOrNone(Access access) {
    return access.key() == null ? "none" : access.key();
  }
}
