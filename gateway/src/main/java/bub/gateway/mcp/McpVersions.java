package bub.gateway.mcp;

import java.util.List;

/** Revisions of MCP that the door speaks. */
final class McpVersions {
  /** Revisions with sessions, newest first. */
  static final List<String> WITH_SESSIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  /** Revisions whose requests stand alone. */
  static final List<String> STATELESS = List.of("2026-07-28");

  private McpVersions() {}

  static String agreed(String wanted) {
    return WITH_SESSIONS.contains(wanted) ? wanted : WITH_SESSIONS.getFirst();
  }
}
