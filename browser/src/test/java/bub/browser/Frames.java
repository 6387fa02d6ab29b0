package bub.browser;

import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.Map;

/** How fluently a page moved. */
record Frames(int count, double milliseconds, double longestMs) {
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
    var counted = (Map<?, ?>) page.evaluate(COUNT, (double) period.toMillis());
    return new Frames(
        (int) number(counted, "count"),
        number(counted, "milliseconds"),
        number(counted, "longest"));
  }

  private static double number(Map<?, ?> counted, String name) {
    return counted.get(name) instanceof Number number ? number.doubleValue() : 0;
  }

  double perSecond() {
    return count * 1000 / milliseconds;
  }
}
