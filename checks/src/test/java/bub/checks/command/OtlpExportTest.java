package bub.checks.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code --otlp-endpoint}: the finished program exports to a collector. */
class OtlpExportTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  private final List<String> received = new CopyOnWriteArrayList<>();
  private HttpServer collector;

  @BeforeEach
  void collect() throws Exception {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          try (exchange) {
            received.add(new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
          }
        });
    collector.start();
  }

  @AfterEach
  void stop() {
    collector.stop(0);
  }

  private String endpoint() {
    return "http://127.0.0.1:" + collector.getAddress().getPort();
  }

  @Test
  void everyMessageReachesTheCollector() throws Exception {
    ServedBus bus = workshop.bus("--otlp-endpoint", endpoint());

    bus.bub("bus", "send", "--to", "agent:nobody", "--message-id", "msg-for-otlp", "hello");

    Eventually.holds(
        () ->
            assertThat(received)
                .anySatisfy(
                    body ->
                        assertThat(body)
                            .contains("service.name", "messaging.system", "msg-for-otlp")
                            .doesNotContain("hello")));
    assertThat(bus.process().err().lines()).noneMatch(line -> line.contains("ERROR"));
  }

  @Test
  void theVariablesOfOpenTelemetryCount() throws Exception {
    ServedBus bus =
        ServedBus.start(
            workshop,
            workshop.program().with("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint()),
            workshop.directory().resolve("run"),
            0);

    bus.bub("bus", "send", "--to", "agent:nobody", "hello");

    Eventually.holds(() -> assertThat(received).isNotEmpty());
  }

  @Test
  void aWrongEndpointIsAUsageError() throws Exception {
    Finished refused =
        workshop.program().run("bus", "serve", "--port", "0", "--otlp-endpoint", "localhost:4318");

    assertThat(refused.exitCode()).isEqualTo(64);
    assertThat(refused.err())
        .contains("--otlp-endpoint", "'localhost:4318' is not a URL such as http://127.0.0.1:4318");
  }
}
