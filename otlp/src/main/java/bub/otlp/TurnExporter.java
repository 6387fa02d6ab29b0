package bub.otlp;

import bub.client.TimeSource;
import bub.otlp.MessageToExport.Outcome;
import bub.protocol.ActivityRows;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/**
 * Export of turns as OpenTelemetry spans over OTLP/HTTP: one span per message and per step. Give
 * {@link #accept} to a watch of the activity log; it never blocks and is safe for any thread. A
 * slow or dead collector costs spans, never time of the bus.
 */
public final class TurnExporter implements AutoCloseable {
  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(TurnExporter.class);

  // The library would report each failure to standard error. A reference keeps the level in force.
  private static final Logger LIBRARY_LOG = Logger.getLogger("io.opentelemetry");

  private static final int MAX_WAITING = 32;
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  private final BlockingQueue<ActivityRows> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicLong missed = new AtomicLong();
  private final SpanFactory spans;
  private final SpanSender sender;
  private final SpanAssembler assembler = new SpanAssembler(this::send);
  private final Thread thread = Thread.ofVirtual().name("otlp-spans").unstarted(this::run);
  private volatile boolean closing;

  TurnExporter(Resource resource, SpanSender sender) {
    this.spans = new SpanFactory(resource);
    this.sender = sender;
  }

  public static TurnExporter start(OtlpSettings settings, TimeSource time) {
    LIBRARY_LOG.setLevel(Level.OFF);
    var sender = new SpanSender(exporter(settings), settings.timeout(), time);
    var exporter = new TurnExporter(resource(settings), sender);
    sender.start();
    exporter.thread.start();
    LOG.info("Turns are exported to {}", settings.endpoint());
    return exporter;
  }

  private static SpanExporter exporter(OtlpSettings settings) {
    OtlpHttpSpanExporterBuilder builder =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(settings.endpoint().toString())
            .setTimeout(settings.timeout())
            .setConnectTimeout(settings.timeout())
            .setHeaders(settings::headers)
            .setMeterProvider(MeterProvider.noop());
    return (settings.gzip() ? builder.setCompression("gzip") : builder).build();
  }

  private static Resource resource(OtlpSettings settings) {
    var attributes = Attributes.builder();
    settings.resource().forEach(attributes::put);
    return Resource.getDefault().merge(Resource.create(attributes.build()));
  }

  public void accept(ActivityRows rows) {
    if (!closing && !waiting.offer(rows)) {
      missed.addAndGet(rows.rows().size());
    }
  }

  private void run() {
    try {
      while (!closing || !waiting.isEmpty()) {
        ActivityRows next = waiting.poll(closing ? 0 : PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        if (next == null) {
          assembler.expire(System.nanoTime());
        } else {
          take(next);
        }
      }
      assembler.flush();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(ActivityRows rows) {
    long lost = assembler.lost();
    assembler.accept(rows, System.nanoTime());
    sender.dropSilently(assembler.lost() - lost);
    sender.drop(
        rows.missed() + missed.getAndSet(0), "the bus has more messages than bub can export");
  }

  private void send(MessageToExport message) {
    SpanPlace place = message.place();
    Outcome outcome = message.outcome();
    if (place != null && outcome != null) {
      sender.offer(spans.span(message, place, outcome));
    }
  }

  /** Returns the number of spans that the collector has accepted. */
  public long exported() {
    return sender.exported();
  }

  /** Returns the number of spans and events that were left out. */
  public long dropped() {
    return sender.dropped();
  }

  /** Exports what it has, for a few seconds at most. Close the source of the rows before. */
  @Override
  public void close() {
    closing = true;
    try {
      if (!thread.join(CLOSE_TIMEOUT)) {
        thread.interrupt();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    sender.close();
  }
}
