package bub.browser;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.Map;

/**
 * Smoothness of a page and its cost.
 *
 * @param longestMs longest time without a new frame
 * @param cpuMs CPU time of the page's main thread, which does not depend on the load of the machine
 */
record Frames(int count, double milliseconds, double longestMs, double cpuMs) {
  private static final String COUNT =
      """
      (period) => new Promise((done) => requestAnimationFrame((start) => {
        let count = 0, longest = 0, last = start;
        const next = (now) => {
          count++;
          longest = Math.max(longest, now - last);
          last = now;
          if (now - start < period) requestAnimationFrame(next);
          else done({count, milliseconds: now - start, longest});
        };
        requestAnimationFrame(next);
      }))
      """;

  static Frames over(Duration period, Page page) {
    CDPSession session = page.context().newCDPSession(page);
    try {
      var ticks = new JsonObject();
      ticks.addProperty("timeDomain", "threadTicks");
      session.send("Performance.enable", ticks);
      double before = cpuMs(session);
      var counted = (Map<?, ?>) page.evaluate(COUNT, (double) period.toMillis());
      return new Frames(
          (int) number(counted, "count"),
          number(counted, "milliseconds"),
          number(counted, "longest"),
          cpuMs(session) - before);
    } finally {
      session.detach();
    }
  }

  private static double cpuMs(CDPSession session) {
    JsonObject metrics = session.send("Performance.getMetrics");
    for (JsonElement metric : metrics.getAsJsonArray("metrics")) {
      if (metric.getAsJsonObject().get("name").getAsString().equals("TaskDuration")) {
        return metric.getAsJsonObject().get("value").getAsDouble() * 1000;
      }
    }
    throw new IllegalStateException("the browser does not say what the page computes");
  }

  private static double number(Map<?, ?> counted, String name) {
    return counted.get(name) instanceof Number number ? number.doubleValue() : 0;
  }

  double perSecond() {
    return count * 1000 / milliseconds;
  }

  /** The part of the time that the page's own thread was at work. */
  double load() {
    return cpuMs / milliseconds;
  }
}
