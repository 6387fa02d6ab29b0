package bub.bus.trace;

import bub.protocol.trace.TraceId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Traces of the recent past, by id. The one unused for longest goes first. Hub thread only. */
final class RecentTraces {
  private static final int MAX_TRACES = 4_096;

  private final Map<TraceId, Trace> traces =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TraceId, Trace> eldest) {
          return size() > MAX_TRACES;
        }
      };

  @Nullable Trace find(TraceId id) {
    return traces.get(id);
  }

  void add(Trace trace) {
    traces.put(trace.id(), trace);
  }

  int size() {
    return traces.size();
  }
}
