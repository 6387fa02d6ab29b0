package bub.console.http;

import bub.json.record.RecordCodec;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

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
    byte[] body = RecordCodec.json(ErrorBody.of(refusal(status, request))).toByteArray();
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private static ApiRefusal refusal(int status, Request request) {
    String code =
        switch (status) {
          case 404 -> "not_found";
          case 413, 414, 431 -> "too_large";
          case 503 -> "busy";
          default -> status < 500 ? "invalid" : "broken";
        };
    return new ApiRefusal(status, code, text(status, request), status == 503);
  }

  private static String text(int status, Request request) {
    if (status >= 500) {
      return "Internal error. See the log of the console.";
    }
    Object reason = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
    return "The request is not valid: " + (reason == null ? "HTTP " + status : reason) + ".";
  }
}
