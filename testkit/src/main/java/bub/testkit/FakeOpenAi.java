package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.testkit.FakeOpenAiAnswer.Call;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A server that speaks OpenAI's chat completions, streamed or not. Safe for any thread. */
public final class FakeOpenAi implements AutoCloseable {
  private static final int USUAL_TOKENS = 7;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Queue<FakeOpenAiAnswer> script = new ArrayDeque<>();
  private final List<FakeOpenAiRequest> requests = new ArrayList<>();
  private Function<FakeOpenAiRequest, FakeOpenAiAnswer> otherwise =
      request -> FakeOpenAiAnswer.says("You said: ", request.last("user"));

  private FakeOpenAi(HttpServer server) {
    this.server = server;
  }

  public static FakeOpenAi start() throws IOException {
    var fake =
        new FakeOpenAi(
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    fake.server.setExecutor(fake.threads);
    fake.server.createContext("/v1/chat/completions", fake::take);
    fake.server.start();
    return fake;
  }

  public String baseUrl() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  public synchronized FakeOpenAi then(FakeOpenAiAnswer... answers) {
    script.addAll(List.of(answers));
    return this;
  }

  /** Sets the answer for requests without a script; the default repeats the user's text. */
  public synchronized FakeOpenAi otherwise(Function<FakeOpenAiRequest, FakeOpenAiAnswer> answer) {
    otherwise = answer;
    return this;
  }

  public synchronized List<FakeOpenAiRequest> requests() {
    return List.copyOf(requests);
  }

  public FakeOpenAiRequest lastRequest() {
    return requests().getLast();
  }

  private void take(HttpExchange exchange) throws IOException {
    try {
      RawJson body = RawJson.parse(exchange.getRequestBody().readAllBytes(), 1_000);
      String key = exchange.getRequestHeaders().getFirst("Authorization");
      var request = new FakeOpenAiRequest(body, key);
      answer(exchange, request, next(request));
      exchange.close();
    } catch (InvalidJson notJson) {
      refuse(exchange, new FakeOpenAiAnswer.Refusal(400, "text/plain", "not JSON", 0));
      exchange.close();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized FakeOpenAiAnswer next(FakeOpenAiRequest request) {
    requests.add(request);
    FakeOpenAiAnswer scripted = script.poll();
    return scripted == null ? otherwise.apply(request) : scripted;
  }

  private void answer(HttpExchange exchange, FakeOpenAiRequest request, FakeOpenAiAnswer answer)
      throws IOException, InterruptedException {
    switch (answer) {
      case FakeOpenAiAnswer.Refusal refusal -> refuse(exchange, refusal);
      case FakeOpenAiAnswer.Held(CountDownLatch until, FakeOpenAiAnswer later) -> {
        until.await();
        answer(exchange, request, later);
      }
      case FakeOpenAiAnswer.Text(List<String> pieces) when request.isStreamed() -> {
        stream(exchange, pieces);
        finish(exchange, "stop");
      }
      case FakeOpenAiAnswer.Growing(
              List<String> first,
              CountDownLatch until,
              List<String> rest) -> {
        stream(exchange, first);
        until.await();
        for (String piece : rest) {
          event(exchange, choice(delta -> delta.field("content", piece), null));
        }
        finish(exchange, "stop");
      }
      case FakeOpenAiAnswer.Calls(List<Call> calls) when request.isStreamed() -> {
        stream(exchange, List.of());
        event(exchange, choice(delta -> writeCalls(delta, calls), null));
        finish(exchange, "tool_calls");
      }
      case FakeOpenAiAnswer.Silence(List<String> pieces) -> {
        if (!pieces.isEmpty()) {
          stream(exchange, pieces);
        }
        closed.await();
      }
      case FakeOpenAiAnswer.HangUp(List<String> pieces) -> {
        stream(exchange, pieces);
        throw new IOException("hanging up"); // the server then drops the connection
      }
      case FakeOpenAiAnswer.Text(List<String> pieces) ->
          whole(exchange, message -> message.field("content", String.join("", pieces)), "stop");
      case FakeOpenAiAnswer.Calls(List<Call> calls) ->
          whole(exchange, message -> writeCalls(message, calls), "tool_calls");
    }
  }

  private static void refuse(HttpExchange exchange, FakeOpenAiAnswer.Refusal refusal)
      throws IOException {
    byte[] body = refusal.body().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", refusal.contentType());
    if (refusal.retryAfterSeconds() > 0) {
      String seconds = Integer.toString(refusal.retryAfterSeconds());
      exchange.getResponseHeaders().set("Retry-After", seconds);
    }
    exchange.sendResponseHeaders(refusal.status(), body.length);
    exchange.getResponseBody().write(body);
  }

  // ---- Streamed answers

  private static void stream(HttpExchange exchange, List<String> pieces) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    event(exchange, choice(delta -> delta.field("role", "assistant").field("content", ""), null));
    for (String piece : pieces) {
      event(exchange, choice(delta -> delta.field("content", piece), null));
    }
  }

  private static void finish(HttpExchange exchange, String reason) throws IOException {
    event(exchange, choice(_ -> {}, reason));
    event(exchange, chunk(out -> writeUsage(out.name("choices").beginArray().endArray())));
    OutputStream out = exchange.getResponseBody();
    out.write("data: [DONE]\n\n".getBytes(UTF_8));
    out.flush();
  }

  private static void event(HttpExchange exchange, JsonWriter chunk) throws IOException {
    OutputStream out = exchange.getResponseBody();
    out.write(("data: " + chunk + "\n\n").getBytes(UTF_8));
    out.flush();
  }

  private static JsonWriter choice(Consumer<JsonWriter> delta, @Nullable String finishReason) {
    return chunk(
        out -> {
          out.name("choices").beginArray().beginObject().field("index", 0).name("delta");
          out.beginObject();
          delta.accept(out);
          out.endObject().field("finish_reason", finishReason).endObject().endArray();
        });
  }

  private static JsonWriter chunk(Consumer<JsonWriter> members) {
    JsonWriter out = new JsonWriter().beginObject().field("id", "fake");
    out.field("object", "chat.completion.chunk").field("created", 1).field("model", "fake");
    members.accept(out);
    return out.endObject();
  }

  private static void writeCalls(JsonWriter out, List<Call> calls) {
    out.name("tool_calls").beginArray();
    for (int i = 0; i < calls.size(); i++) {
      out.beginObject().field("index", i).field("id", "call-" + i).field("type", "function");
      out.name("function").beginObject().field("name", calls.get(i).tool());
      out.field("arguments", calls.get(i).arguments()).endObject().endObject();
    }
    out.endArray();
  }

  private static void writeUsage(JsonWriter out) {
    out.name("usage").beginObject().field("prompt_tokens", USUAL_TOKENS);
    out.field("completion_tokens", USUAL_TOKENS).field("total_tokens", 2 * USUAL_TOKENS);
    out.endObject();
  }

  // ---- Complete answers

  private static void whole(HttpExchange exchange, Consumer<JsonWriter> message, String reason)
      throws IOException {
    JsonWriter out = new JsonWriter().beginObject().field("id", "fake");
    out.field("object", "chat.completion").field("created", 1).field("model", "fake");
    out.name("choices").beginArray().beginObject().field("index", 0).name("message");
    out.beginObject().field("role", "assistant");
    message.accept(out);
    out.endObject().field("finish_reason", reason).endObject().endArray();
    writeUsage(out);
    byte[] body = out.endObject().toByteArray();
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
