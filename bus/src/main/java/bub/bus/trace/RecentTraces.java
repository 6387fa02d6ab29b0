package bub.bus.trace;

import bub.protocol.trace.TraceId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Traces of the recent past, by id. The one unused for longest goes first. Stopped traces stay
 * longer, because a peer that names many new traces must not bring a stopped turn back to life. Hub
 * thread only.
 */
final class RecentTraces {
  private static final int MAX_TRACES = 4_096;
  private static final int MAX_STOPPED = 1_024;

  // Participants and exchanges of all traces together.
  private static final int MAX_PARTS = 100_000;

  private static final class Entry {
    private final Trace trace;
    private int countedParts;

    Entry(Trace trace) {
      this.trace = trace;
    }
  }

  private final Map<TraceId, Entry> traces = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<TraceId, Entry> stopped = new LinkedHashMap<>();
  private int parts;
  private int stoppedParts;
  private @Nullable Entry latest;

  @Nullable Trace find(TraceId id) {
    Entry recent = traces.get(id);
    Entry found = recent == null ? stopped.get(id) : recent;
    return found == null ? null : found.trace;
  }

  /** Adds a trace, or counts what a known one has got since. */
  void note(Trace trace) {
    Entry entry = latest;
    if (entry == null || entry.trace != trace) {
      entry = traces.computeIfAbsent(trace.id(), _ -> new Entry(trace));
      latest = entry;
    }
    parts += trace.parts() - entry.countedParts;
    entry.countedParts = trace.parts();
    if (traces.size() > MAX_TRACES || parts > MAX_PARTS) {
      dropEldest(trace);
    }
  }

  private void dropEldest(Trace current) {
    Iterator<Entry> eldest = traces.values().iterator();
    while ((traces.size() > MAX_TRACES || parts > MAX_PARTS) && eldest.hasNext()) {
      Entry entry = eldest.next();
      if (!entry.trace.id().equals(current.id())) {
        parts -= entry.countedParts;
        eldest.remove();
        if (entry.trace.isStopped()) {
          keepStopped(entry);
        }
      }
    }
  }

  private void keepStopped(Entry entry) {
    stoppedParts += entry.countedParts;
    Entry before = stopped.put(entry.trace.id(), entry);
    if (before != null) {
      stoppedParts -= before.countedParts;
    }
    Iterator<Entry> eldest = stopped.values().iterator();
    while (stopped.size() > MAX_STOPPED || stoppedParts > MAX_PARTS) {
      stoppedParts -= eldest.next().countedParts;
      eldest.remove();
    }
  }

  int size() {
    return traces.size() + stopped.size();
  }

  int parts() {
    return parts + stoppedParts;
  }
}
