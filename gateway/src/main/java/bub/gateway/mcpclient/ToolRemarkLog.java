package bub.gateway.mcpclient;

import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Log lines about what bub leaves out of the tools of one server: one line when that changes, and
 * at most one per minute. One thread.
 */
final class ToolRemarkLog {
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Logger log;
  private final String server;
  private final TimeSource time;
  private List<String> said = List.of();
  private @Nullable Instant last;

  ToolRemarkLog(Logger log, String server, TimeSource time) {
    this.log = log;
    this.server = server;
    this.time = time;
  }

  void say(List<String> remarks) {
    Instant now = time.now();
    if (remarks.isEmpty()
        || remarks.equals(said)
        || last != null && now.isBefore(last.plus(PAUSE))) {
      return;
    }
    said = List.copyOf(remarks);
    last = now;
    log.warn("Tools of the MCP server {}: {}", server, String.join("; ", remarks));
  }
}
