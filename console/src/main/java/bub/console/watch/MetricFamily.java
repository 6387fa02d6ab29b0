package bub.console.watch;

import java.util.LinkedHashMap;
import java.util.Map;

/** A family of bus metrics that measure the same thing, each for one kind. */
public enum MetricFamily {
  DELIVERIES("deliveries_"),
  REFUSALS("messages_refused_"),
  MEMORY("memory_held_", "_bytes");

  private final String prefix;
  private final String suffix;

  MetricFamily(String prefix) {
    this(prefix, "_total");
  }

  MetricFamily(String prefix, String suffix) {
    this.prefix = prefix;
    this.suffix = suffix;
  }

  /** Returns metrics by kind, such as {@code timeout → deliveries_timeout_total}. */
  public Map<String, String> of(Map<String, Long> metrics) {
    var members = new LinkedHashMap<String, String>();
    for (String name : metrics.keySet()) {
      if (has(name)) {
        members.put(name.substring(prefix.length(), name.length() - suffix.length()), name);
      }
    }
    return members;
  }

  /** The total, such as {@code messages_refused_total}, is not a member. */
  public boolean has(String name) {
    return name.startsWith(prefix)
        && name.endsWith(suffix)
        && name.length() > prefix.length() + suffix.length();
  }
}
