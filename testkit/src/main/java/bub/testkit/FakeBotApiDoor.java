package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.testkit.FakeBotApiAnswer.Body;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;

/** The HTTP side of a {@link FakeBotApi}, which sends its answers complete or cut off. */
final class FakeBotApiDoor implements HttpHandler {
  private static final String API = "/bot" + FakeBotApi.TOKEN + "/";
  private static final String FILE = "/file/bot" + FakeBotApi.TOKEN + "/documents/";

  private static final int WHOLE = 1;
  private static final int HALF = 2;

  private final FakeBotApiMethods methods;
  private final FakeBotApiScript script;
  private final CountDownLatch closed;

  FakeBotApiDoor(FakeBotApiMethods methods, FakeBotApiScript script, CountDownLatch closed) {
    this.methods = methods;
    this.script = script;
    this.closed = closed;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try {
      String path = exchange.getRequestURI().getPath();
      if (path.startsWith(API) || path.startsWith(FILE)) {
        FakeBotApiCall call = call(exchange, path);
        give(exchange, call, script.next(call));
      } else {
        exchange.getRequestBody().readAllBytes();
        give(exchange, FakeBotApiAnswer.refuses(401, "Unauthorized"), WHOLE);
      }
      exchange.close();
    } catch (InvalidJson notJson) {
      give(exchange, FakeBotApiAnswer.refuses(400, "Bad Request: can't parse request"), WHOLE);
      exchange.close();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static FakeBotApiCall call(HttpExchange exchange, String path)
      throws IOException, InvalidJson {
    long now = System.nanoTime();
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (path.startsWith(FILE)) {
      JsonWriter file = new JsonWriter().beginObject();
      file.field("file_id", path.substring(FILE.length())).endObject();
      return new FakeBotApiCall("download", RawJson.trusted(file.toByteArray()), null, now);
    }
    String method = path.substring(API.length());
    String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
    if (type.startsWith("multipart/form-data")) {
      FakeBotApiForm form = FakeBotApiForm.read(type, body);
      return new FakeBotApiCall(method, form.fields(), form.file(), now);
    }
    RawJson parameters =
        body.length == 0 ? RawJson.EMPTY_OBJECT : RawJson.parse(body, RawJson.DEFAULT_DEPTH);
    return new FakeBotApiCall(method, parameters, null, now);
  }

  private void give(HttpExchange exchange, FakeBotApiCall call, FakeBotApiAnswer answer)
      throws IOException, InterruptedException {
    switch (answer) {
      case Body body -> give(exchange, body, WHOLE);
      case FakeBotApiAnswer.Usual _ -> usual(exchange, call, WHOLE);
      case FakeBotApiAnswer.Cut _ -> usual(exchange, call, HALF);
      case FakeBotApiAnswer.Silence _ -> closed.await();
      case FakeBotApiAnswer.Held(CountDownLatch until, FakeBotApiAnswer later) -> {
        until.await();
        give(exchange, call, later);
      }
    }
  }

  private void usual(HttpExchange exchange, FakeBotApiCall call, int share)
      throws IOException, InterruptedException {
    if (call.method().equals("download")) {
      byte[] file = methods.files.get(call.text("file_id"));
      if (file != null) {
        give(exchange, 200, "application/octet-stream", file, share);
        return;
      }
    }
    give(exchange, methods.answer(call), share);
  }

  private static void give(HttpExchange exchange, Body answer, int share) throws IOException {
    give(exchange, answer.status(), answer.contentType(), answer.body().getBytes(UTF_8), share);
  }

  /** Sends one {@code share}-th of the body. */
  private static void give(
      HttpExchange exchange, int status, String contentType, byte[] body, int share)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    OutputStream out = exchange.getResponseBody();
    out.write(body, 0, body.length / share);
    out.flush();
    if (share != WHOLE) {
      throw new IOException("hanging up"); // the server then drops the connection
    }
  }
}
