package bub.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of the session endpoints. */
public final class SessionViews {
  private SessionViews() {}

  public record SessionView(
      String agent,
      String chat,
      String channel,
      String status,
      String workspace,
      @Nullable String createdAt,
      @Nullable String lastActivity,
      @Nullable String startedAt,
      @Nullable String stoppedAt,
      @Nullable String exitReason,
      long uptimeSeconds,
      long memoryBytes,
      @Nullable Long pid,
      boolean hasLog) {}

  /** Agents of chats, running ones first; the total includes those not listed. */
  public record SessionsView(List<SessionView> sessions, long total) {}

  /** The end of an agent's log; {@code more} means earlier lines. */
  public record LogTail(String agent, List<String> lines, boolean more) {}

  public record AgentRequest(String agent) {}
}
