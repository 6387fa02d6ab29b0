package bub.console.view;

import bub.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records of the lobby endpoints. */
public final class LobbyViews {
  private LobbyViews() {}

  /** A page of the lobby's agents; {@code next} is the {@code from} of the next page. */
  public record LobbyAgents(List<LobbyAgent> agents, @Nullable String next) {

    public record LobbyAgent(
        String agentId,
        boolean online,
        String registeredAt,
        String lastSeen,
        List<RawJson> capabilities) {}
  }

  public record FoundServices(List<FoundAgent> agents) {

    public record FoundAgent(String agentId, List<RawJson> capabilities) {}
  }

  /** A call of a capability, by default of the agent with the least work. */
  public record CallRequest(
      String capability,
      @Nullable String agentId,
      RawJson input,
      @Nullable Integer timeoutSeconds) {}

  public record CallOutcome(
      boolean ok,
      @Nullable RawJson output,
      @Nullable String error,
      @Nullable String errorCode,
      boolean retryable,
      List<BrokenRule> violations,
      double tookMs) {

    /** One place where a value violates its schema. */
    public record BrokenRule(String path, String problem) {}
  }
}
