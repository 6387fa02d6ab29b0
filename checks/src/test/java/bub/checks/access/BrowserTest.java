package bub.checks.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import bub.testkit.TestBrowser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A web page in a real browser reaches a bus only when the operator allows it. */
class BrowserTest {
  private static final String PAGE =
      """
      <!doctype html><title>bub</title><script>
        const attempt = url => new Promise(tell => {
          const socket = new WebSocket(url);
          socket.onopen = () => socket.send(JSON.stringify(
              {jsonrpc: '2.0', id: 1, method: 'initialize', params: {clientId: 'web:page'}}));
          socket.onmessage = message => tell('talks ' + ('result' in JSON.parse(message.data)));
          socket.onclose = closed => tell('closed ' + closed.code);
        });
        Promise.all([URLS].map(attempt))
            .then(outcomes => fetch('/outcome', {method: 'POST', body: outcomes.join(', ')}));
      </script>
      """;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aPageReachesABusOnlyWhenItsOriginIsAllowedAndByNoBorrowedName() throws Exception {
    var outcome = new CompletableFuture<String>();
    HttpServer site =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    workshop.keep(() -> site.stop(0));
    // The browser takes it for a machine of the internet that suddenly has our address.
    String origin = "http://rebound.example.com:" + site.getAddress().getPort();
    ServedBus closed = ServedBus.start(workshop, workshop.directory().resolve("closed"), 0);
    ServedBus allowing =
        ServedBus.start(
            workshop, workshop.directory().resolve("allowing"), 0, "--allow-origin", origin);
    String page =
        PAGE.replace(
            "URLS",
            "'ws://127.0.0.1:%d/', 'ws://127.0.0.1:%d/', 'ws://rebound.example.com:%d/'"
                .formatted(closed.port(), allowing.port(), allowing.port()));
    site.createContext("/", exchange -> answer(exchange, page));
    site.createContext(
        "/outcome",
        exchange -> {
          outcome.complete(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          answer(exchange, "");
        });
    site.start();

    ChildProcess browser = workshop.keep(browse(origin + "/"));

    assertThat(outcome.orTimeout(60, TimeUnit.SECONDS).exceptionally(_ -> browser.toString()).get())
        .isEqualTo("closed 1006, talks true, closed 1006");
  }

  private static void answer(HttpExchange exchange, String html) throws IOException {
    byte[] body = html.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Chromium without a window, and without anything of its own to say to the network. */
  private ChildProcess browse(String url) throws IOException {
    Path profile = workshop.directory().resolve("profile");
    return ChildProcess.start(
        new ProcessBuilder(
            List.of(
                TestBrowser.executable().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-proxy-server",
                "--host-resolver-rules=MAP rebound.example.com 127.0.0.1",
                "--user-data-dir=" + profile,
                url)));
  }
}
