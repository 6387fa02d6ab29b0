package bub.gateway.a2a;

import bub.protocol.Address;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Agent that a path names.
 *
 * @param agent null for the lobby as one agent
 * @param rest the path below the agent's, empty for the agent itself
 */
record A2aPath(@Nullable Address agent, String rest) {
  static final String ROOT = "/a2a";
  static final String CARD = "/.well-known/agent-card.json";

  /** Agents with other characters in their address have no path. */
  private static final Pattern AGENT = Pattern.compile("agent:[A-Za-z0-9._~@:-]{1,200}");

  /** Returns null when no agent can have this path. */
  static @Nullable A2aPath of(String path) {
    if (path.equals(CARD)) {
      return new A2aPath(null, CARD);
    }
    if (!path.startsWith(ROOT)) {
      return null;
    }
    String below = path.substring(ROOT.length()).replace("%3A", ":").replace("%3a", ":");
    if (!below.startsWith("/agent:")) {
      return new A2aPath(null, below.equals("/") ? "" : below);
    }
    int end = below.indexOf('/', 1);
    String name = below.substring(1, end < 0 ? below.length() : end);
    String rest = end < 0 ? "" : below.substring(end);
    return isOffered(name) ? new A2aPath(new Address(name), rest.equals("/") ? "" : rest) : null;
  }

  static boolean isOffered(String agent) {
    return AGENT.matcher(agent).matches();
  }

  /** Name of the place in the store. */
  String key() {
    return agent == null ? "" : agent.value();
  }

  String path() {
    return agent == null ? ROOT : ROOT + "/" + agent;
  }
}
