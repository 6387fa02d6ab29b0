package bub.console.watch;

import java.util.LinkedHashMap;
import java.util.Map;

/** Figures of the bus that measure the same thing, each for one of its kinds. */
public enum MetricFamily {
  /** By how they ended. */
  DELIVERIES("deliveries_"),
  /** By the reason. */
  REFUSALS("messages_refused_"),
  /** Bytes by what they are held for. */
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

  /** Its figures by kind, such as {@code timeout → deliveries_timeout_total}. */
  public Map<String, String> of(Map<String, Long> metrics) {
    var members = new LinkedHashMap<String, String>();
    for (String name : metrics.keySet()) {
      if (has(name)) {
        members.put(name.substring(prefix.length(), name.length() - suffix.length()), name);
      }
    }
    return members;
  }

  /** The sum of all kinds, such as {@code messages_refused_total}, is none of them. */
  public boolean has(String name) {
    return name.startsWith(prefix)
        && name.endsWith(suffix)
        && name.length() > prefix.length() + suffix.length();
  }
}
