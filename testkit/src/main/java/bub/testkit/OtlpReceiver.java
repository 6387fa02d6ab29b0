package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;

/** Collector of spans that decodes what it receives, and that can refuse or hang. */
public final class OtlpReceiver implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final Map<String, String> resource = new ConcurrentHashMap<>();
  private final Map<String, String> headers = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private volatile int status = 200;
  private volatile boolean hangs;

  public OtlpReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  /** Complete URL of the traces. */
  public URI url() {
    return URI.create(endpoint() + "/v1/traces");
  }

  /** URL for {@code --otlp-endpoint}. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public void answers(int httpStatus) {
    status = httpStatus;
    hangs = false;
  }

  public void hangs() {
    hangs = true;
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.incrementAndGet();
      byte[] body = body(exchange);
      if (hangs) {
        end.await();
      }
      if (status == 200) {
        exchange
            .getRequestHeaders()
            .forEach((name, values) -> headers.put(name, values.getFirst()));
        ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().forEach(this::keep);
      }
      exchange.sendResponseHeaders(status, -1);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    InputStream raw = exchange.getRequestBody();
    boolean isZipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    try (InputStream in = isZipped ? new GZIPInputStream(raw) : raw) {
      return in.readAllBytes();
    }
  }

  private void keep(ResourceSpans group) {
    resource.putAll(texts(group.getResource()));
    for (ScopeSpans scope : group.getScopeSpansList()) {
      spans.addAll(scope.getSpansList());
    }
  }

  private static Map<String, String> texts(Resource resource) {
    var texts = new ConcurrentHashMap<String, String>();
    for (KeyValue attribute : resource.getAttributesList()) {
      texts.put(attribute.getKey(), attribute.getValue().getStringValue());
    }
    return texts;
  }

  public List<Span> spans() {
    return List.copyOf(spans);
  }

  /** The one span with this name. */
  public Span span(String name) {
    List<Span> found = spans.stream().filter(span -> span.getName().equals(name)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " spans with the name " + name);
    }
    return found.getFirst();
  }

  public Map<String, String> resource() {
    return resource;
  }

  public Map<String, String> headers() {
    return headers;
  }

  public int requests() {
    return requests.get();
  }

  public static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  public static AnyValue attribute(Span span, String name) {
    return span.getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals(name))
        .map(KeyValue::getValue)
        .findAny()
        .orElseThrow(() -> new AssertionError(span.getName() + " has no " + name));
  }

  public static String text(Span span, String name) {
    return attribute(span, name).getStringValue();
  }

  /** Everything in a span, to search for text that must not be there. */
  public static String everything(Span span) {
    return span.toByteString().toString(UTF_8);
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.close();
  }
}
