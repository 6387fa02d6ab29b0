package bub.console.watch;

import bub.console.live.EventRing;
import bub.console.view.BusViews.TrafficView;
import bub.console.view.MessageViews.FreshMessages;
import bub.console.view.MessageViews.MessageRow;
import bub.json.RawJson;
import bub.json.record.RecordCodec;
import bub.protocol.ActivityRow;
import bub.protocol.ActivityRows;
import bub.protocol.trace.Step;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;

/** Bounded summaries of bus events for browsers; one thread feeds it, another drains it. */
final class LiveFeed {
  private static final int MOST_OPEN = 10_000;
  private static final int MOST_ROWS = 50;
  private static final String SYSTEM_AGENT = "agent:system";

  private final EventRing ring;
  private final Latencies latencies;

  // Guarded by this.
  private final SequencedMap<String, MessageJourney> open = new LinkedHashMap<>();
  private final SequencedSet<MessageJourney> changed = new LinkedHashSet<>();
  private final TrafficMeter meter = new TrafficMeter();
  private int oneIn = 1;
  private long missed;
  private long skipped;
  private boolean sessionsChanged;
  private boolean lobbyChanged;

  LiveFeed(EventRing ring, Latencies latencies) {
    this.ring = ring;
    this.latencies = latencies;
  }

  synchronized void accept(ActivityRows news) {
    missed += news.missed();
    news.rows().forEach(this::take);
  }

  private void take(ActivityRow row) {
    // The lobby's own events have names in capitals.
    lobbyChanged |= row.event().startsWith("AGENT_") || row.event().startsWith("CAPABILITIES_");
    if (row.event().equals(MessageJourney.SEND_START)) {
      begin(MessageJourney.begin(row));
      return;
    }
    MessageJourney journey = open.get(row.messageId());
    if (journey != null) {
      follow(journey, row);
    }
  }

  private void begin(MessageJourney journey) {
    open.putLast(journey.start().messageId(), journey);
    if (open.size() > MOST_OPEN) {
      open.pollFirstEntry();
    }
    note(journey);
    sessionsChanged |=
        journey.from().equals(SYSTEM_AGENT) && !"route_query".equals(journey.gist().type());
  }

  private void follow(MessageJourney journey, ActivityRow row) {
    Double took = journey.add(row);
    boolean ok = "ok".equals(row.status());
    switch (row.event()) {
      case MessageJourney.PROCESS_FINISH ->
          meter.delivered(journey.from(), String.valueOf(row.actor()), journey.to(), ok, took);
      case MessageJourney.SEND_FINISH -> {
        // Steps are for the log: that nobody listens to them is no failure.
        if (journey.recipients() == 0 && !journey.to().equals(Step.ADDRESS.value())) {
          meter.delivered(journey.from(), journey.to(), journey.to(), ok, null);
        }
        if (took != null) {
          latencies.add(took);
        }
        open.remove(row.messageId());
      }
      default -> {}
    }
    note(journey);
  }

  private void note(MessageJourney journey) {
    if (!changed.contains(journey) && changed.size() == MOST_ROWS) {
      changed.removeFirst();
      skipped++;
    }
    changed.addLast(journey);
  }

  void flush(double seconds) {
    FreshMessages messages;
    TrafficView traffic;
    boolean sessions;
    boolean lobby;
    synchronized (this) {
      double sampled = 1.0 / oneIn;
      List<MessageRow> rows = changed.stream().map(MessageJourney::row).toList();
      messages = new FreshMessages(rows, skipped, sampled);
      traffic = new TrafficView(meter.drain(), missed, seconds, sampled);
      sessions = sessionsChanged;
      lobby = lobbyChanged;
      changed.clear();
      skipped = 0;
      missed = 0;
      sessionsChanged = false;
      lobbyChanged = false;
    }
    tell("messages", messages, !messages.rows().isEmpty());
    tell("traffic", traffic, !traffic.edges().isEmpty() || traffic.missed() > 0);
    if (sessions) {
      ring.publish("sessions", RawJson.EMPTY_OBJECT);
    }
    if (lobby) {
      ring.publish("lobby", RawJson.EMPTY_OBJECT);
    }
  }

  private void tell(String name, Record news, boolean isNews) {
    if (isNews) {
      ring.publish(name, RecordCodec.json(news));
    }
  }

  /** Counts unanswered deliveries; an estimate when messages are sampled. */
  synchronized Map<String, Integer> inFlight() {
    var counts = new HashMap<String, Integer>();
    for (MessageJourney journey : open.values()) {
      journey.waiting().forEach(peer -> counts.merge(peer, oneIn, Integer::sum));
    }
    return counts;
  }

  /** Drops open messages, whose end is now unknown. */
  synchronized void begin(int messages) {
    oneIn = messages;
    open.clear();
  }
}
