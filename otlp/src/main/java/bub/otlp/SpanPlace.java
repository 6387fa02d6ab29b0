package bub.otlp;

import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import org.jspecify.annotations.Nullable;

/**
 * Place of a span in the tree of its trace.
 *
 * @param parent null for the first span
 * @param isParentRemote true when the parent need not be a span of this bus
 */
record SpanPlace(TraceId trace, @Nullable String parent, boolean isParentRemote) {
  static SpanPlace first(TraceId trace) {
    return new SpanPlace(trace, null, false);
  }

  static SpanPlace under(TraceId trace, String parent) {
    return new SpanPlace(trace, parent, false);
  }

  static SpanPlace continuing(TraceParent named) {
    return new SpanPlace(named.trace(), named.span(), true);
  }

  SpanContext context(String span) {
    return SpanContext.create(
        trace.value(), span, TraceFlags.getSampled(), TraceState.getDefault());
  }

  SpanContext parentContext() {
    if (parent == null) {
      return SpanContext.getInvalid();
    }
    return isParentRemote
        ? SpanContext.createFromRemoteParent(
            trace.value(), parent, TraceFlags.getSampled(), TraceState.getDefault())
        : context(parent);
  }
}
