package bub.console.http;

import bub.json.record.RecordCodec;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** JSON response to requests that Jetty refuses before they reach an endpoint. */
final class JsonErrorHandler implements Request.Handler {
  private final SecurityHeaders headers;

  JsonErrorHandler(SecurityHeaders headers) {
    this.headers = headers;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    headers.apply((name, value) -> response.getHeaders().put(name, value));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, WebServer.JSON);
    byte[] body = RecordCodec.json(ErrorBody.of(refusal(status, reason(request)))).toByteArray();
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private static @Nullable String reason(Request request) {
    Object reason = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
    return reason == null ? null : reason.toString();
  }

  static ApiRefusal refusal(int status, @Nullable String reason) {
    String code =
        switch (status) {
          case 404 -> "not_found";
          case 413, 414, 431 -> "too_large";
          case 503 -> "busy";
          // The request asks for an unknown method or version of HTTP.
          case 501, 505 -> "invalid";
          default -> status < 500 ? "invalid" : "broken";
        };
    String text =
        switch (code) {
          case "busy" -> "The console is busy. Try again in a moment.";
          case "broken" -> "Internal error. See the log of the console.";
          default ->
              "The request is not valid: " + (reason == null ? "HTTP " + status : reason) + ".";
        };
    return new ApiRefusal(status, code, text, status == 503);
  }
}
