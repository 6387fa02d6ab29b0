package bub.console.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.RawJson;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Events for browsers, each on the thread of its own request, which a slow browser blocks. */
public final class EventStream {
  private static final RawJson RELOAD =
      RawJson.trusted("{\"reason\":\"events were missed\"}".getBytes(UTF_8));
  private static final byte[] BEAT = ": beat\n\n".getBytes(UTF_8);

  private final EventRing ring;
  private final String life;
  private final Duration heartbeat;
  private final Supplier<RawJson> greeting;
  private final int mostBrowsers;
  private final AtomicInteger browsers = new AtomicInteger();

  /** The id {@code life} tells the events of this process from those of an earlier one. */
  public EventStream(
      EventRing ring,
      String life,
      Duration heartbeat,
      Supplier<RawJson> greeting,
      int mostBrowsers) {
    this.ring = ring;
    this.life = life;
    this.heartbeat = heartbeat;
    this.greeting = greeting;
    this.mostBrowsers = mostBrowsers;
  }

  public int browsers() {
    return browsers.get();
  }

  /** Streams until the browser leaves or loses access; returns false when there are too many. */
  public boolean send(OutputStream out, @Nullable String lastEventId, BooleanSupplier welcome)
      throws IOException, InterruptedException {
    if (browsers.incrementAndGet() > mostBrowsers) {
      browsers.decrementAndGet();
      return false;
    }
    try {
      long at = begin(out, lastEventId);
      while (!ring.isClosed() && welcome.getAsBoolean()) {
        at = goOn(out, at);
      }
      return true;
    } finally {
      browsers.decrementAndGet();
    }
  }

  private long begin(OutputStream out, @Nullable String lastEventId) throws IOException {
    long head = ring.last();
    long at = lastEventId == null ? head : number(lastEventId);
    out.write("retry: 1000\n\n".getBytes(UTF_8));
    new LiveEvent(at < 0 ? head : at, "hello", greeting.get()).writeTo(out, life);
    if (at < 0) {
      reload(head).writeTo(out, life);
    }
    out.flush();
    return at < 0 ? head : at;
  }

  /** Returns a negative number for an event of another run. */
  private long number(String lastEventId) {
    String prefix = life + "-";
    try {
      long number =
          lastEventId.startsWith(prefix)
              ? Long.parseLong(lastEventId.substring(prefix.length()))
              : -1;
      return number > ring.last() ? -1 : number;
    } catch (NumberFormatException odd) {
      return -1;
    }
  }

  private long goOn(OutputStream out, long at) throws IOException, InterruptedException {
    EventRing.Reading news = ring.read(at, heartbeat);
    if (news.missed()) {
      reload(news.last()).writeTo(out, life);
    } else if (news.events().isEmpty()) {
      out.write(BEAT);
    }
    for (LiveEvent event : news.events()) {
      event.writeTo(out, life);
    }
    out.flush();
    return news.last();
  }

  private static LiveEvent reload(long number) {
    return new LiveEvent(number, "reload", RELOAD);
  }
}
