package bub.gateway.mcp;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Severity of a log message of a provider, the least severe first. */
enum McpLogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  static @Nullable McpLogLevel of(@Nullable String word) {
    for (McpLogLevel level : values()) {
      if (level.word().equals(word)) {
        return level;
      }
    }
    return null;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
