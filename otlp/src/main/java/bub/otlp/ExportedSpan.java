package bub.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationLibraryInfo;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/** Finished span of a message or of a step, with times in nanoseconds since 1970. */
record ExportedSpan(
    String name,
    SpanKind kind,
    SpanContext context,
    SpanContext parent,
    StatusData status,
    long start,
    long end,
    Attributes attributes,
    Resource resource)
    implements SpanData {
  private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("bub");

  @Override
  public String getName() {
    return name;
  }

  @Override
  public SpanKind getKind() {
    return kind;
  }

  @Override
  public SpanContext getSpanContext() {
    return context;
  }

  @Override
  public SpanContext getParentSpanContext() {
    return parent;
  }

  @Override
  public StatusData getStatus() {
    return status;
  }

  @Override
  public long getStartEpochNanos() {
    return start;
  }

  @Override
  public long getEndEpochNanos() {
    return end;
  }

  @Override
  public Attributes getAttributes() {
    return attributes;
  }

  @Override
  public List<EventData> getEvents() {
    return List.of();
  }

  @Override
  public List<LinkData> getLinks() {
    return List.of();
  }

  @Override
  public boolean hasEnded() {
    return true;
  }

  @Override
  public int getTotalRecordedEvents() {
    return 0;
  }

  @Override
  public int getTotalRecordedLinks() {
    return 0;
  }

  @Override
  public int getTotalAttributeCount() {
    return attributes.size();
  }

  @Override
  @SuppressWarnings("deprecation") // the interface still requires it
  public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
    return InstrumentationLibraryInfo.empty();
  }

  @Override
  public InstrumentationScopeInfo getInstrumentationScopeInfo() {
    return SCOPE;
  }

  @Override
  public Resource getResource() {
    return resource;
  }
}
