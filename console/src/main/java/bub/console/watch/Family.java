package bub.console.watch;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counters of the bus that count the same thing, each for one of its kinds. */
public enum Family {
  /** By how they ended. */
  DELIVERIES("deliveries_"),
  /** By the reason. */
  REFUSALS("messages_refused_");

  private static final String TOTAL = "_total";

  private final String prefix;

  Family(String prefix) {
    this.prefix = prefix;
  }

  /** Its counters by kind, such as {@code timeout → deliveries_timeout_total}. */
  public Map<String, String> of(Map<String, Long> metrics) {
    var members = new LinkedHashMap<String, String>();
    for (String name : metrics.keySet()) {
      if (has(name)) {
        members.put(name.substring(prefix.length(), name.length() - TOTAL.length()), name);
      }
    }
    return members;
  }

  /** The sum of all kinds, such as {@code messages_refused_total}, is none of them. */
  public boolean has(String name) {
    return name.startsWith(prefix)
        && name.endsWith(TOTAL)
        && name.length() > prefix.length() + TOTAL.length();
  }
}
