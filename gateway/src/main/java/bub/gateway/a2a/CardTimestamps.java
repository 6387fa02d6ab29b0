package bub.gateway.a2a;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Times at which cards got their current content, for the last cards. Safe for any thread. */
final class CardTimestamps {
  private static final int MOST = 256;
  private static final DateTimeFormatter HTTP =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  // Guarded by this.
  private final Map<String, Instant> times =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > MOST;
        }
      };

  synchronized String of(String etag, Instant now) {
    return HTTP.format(times.computeIfAbsent(etag, _ -> now));
  }
}
