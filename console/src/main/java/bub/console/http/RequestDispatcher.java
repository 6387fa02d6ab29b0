package bub.console.http;

import bub.channel.http.HttpExchange;
import bub.channel.http.HttpReply;
import bub.channel.http.HttpServer;
import bub.json.record.RecordCodec;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes each request to its handler and turns failures into answers. */
final class RequestDispatcher implements HttpServer.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(RequestDispatcher.class);

  private final ApiRouter router;
  private final SecurityHeaders headers;
  private final MountRoutes mounts;
  private final RouteTable routes;
  private final StaticFiles files;
  private final ConsoleProver prover;

  RequestDispatcher(
      ApiRouter router,
      SecurityHeaders headers,
      MountRoutes mounts,
      RouteTable routes,
      StaticFiles files,
      ConsoleProver prover) {
    this.prover = prover;
    this.router = router;
    this.headers = headers;
    this.mounts = mounts;
    this.routes = routes;
    this.files = files;
  }

  @Override
  public void handle(HttpExchange exchange) {
    headers.apply(exchange::with);
    prover.prove(exchange);
    // A protocol refuses a foreign host in its own format.
    if (mounts.answer(exchange)) {
      return;
    }
    try {
      router.checkHost(exchange);
      Thread.ofVirtual().name("console-request").start(() -> serve(exchange));
    } catch (ApiRefusal refusal) {
      refuse(exchange, refusal);
    }
  }

  private void serve(HttpExchange exchange) {
    try {
      RouteTable.Match match = routes.find(exchange);
      if (match != null) {
        match.handle(exchange);
      } else if (exchange.method().equals("GET") || exchange.isHead()) {
        files.serve(exchange);
      } else {
        throw new ApiRefusal(
            405, "invalid", exchange.method() + " is not supported at " + exchange.path(), false);
      }
      exchange.endStream();
    } catch (Throwable failed) { // an Error too: a request without an end keeps its connection
      fail(exchange, failed);
    }
  }

  private static void fail(HttpExchange exchange, Throwable failed) {
    if (exchange.isAnswered()) {
      LOG.debug("An answer broke off", failed);
      exchange.abort();
      return;
    }
    try {
      refuse(exchange, ErrorResponses.explain(failed));
    } catch (Throwable refusalFailed) {
      LOG.error("A refusal failed", refusalFailed);
      exchange.abort();
    }
  }

  private static void refuse(HttpExchange exchange, ApiRefusal refusal) {
    HttpReply reply =
        HttpReply.json(refusal.status(), RecordCodec.json(ErrorBody.of(refusal)).toByteArray());
    Duration wait = refusal.retryAfter();
    exchange.answer(
        wait == null
            ? reply
            : reply.with("Retry-After", String.valueOf(Math.max(1, wait.toSeconds()))));
  }

  @Override
  public HttpReply refuse(int status, String problem) {
    byte[] body =
        RecordCodec.json(ErrorBody.of(ErrorResponses.notARequest(status, problem))).toByteArray();
    return headers.on(HttpReply.json(status, body));
  }
}
