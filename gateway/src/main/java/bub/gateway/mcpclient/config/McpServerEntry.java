package bub.gateway.mcpclient.config;

import bub.protocol.Address;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * MCP server as {@code mcp.json} names it, with its variables filled in.
 *
 * @param callTimeout longest wait for an answer or for progress
 * @param paths files and directories that its sandbox lets it change
 * @param elicitation source of the answers to questions of the server
 */
public record McpServerEntry(
    String name,
    Target target,
    boolean isDisabled,
    Duration callTimeout,
    List<Path> paths,
    ElicitationMode elicitation) {
  public static final Duration STANDARD_TIMEOUT = Duration.ofSeconds(60);

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,47}");

  public McpServerEntry {
    paths = List.copyOf(paths);
  }

  /** Way in which bub reaches the server. */
  public sealed interface Target {}

  /** Server that bub starts as a child process. */
  public record Program(
      List<String> command, Map<String, String> environment, @Nullable Path directory)
      implements Target {
    public Program {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }

    /** Omits the environment, which may hold secrets. */
    @Override
    public String toString() {
      return String.join(" ", command);
    }
  }

  /** Server that runs elsewhere. */
  public record Remote(URI url, Map<String, String> headers, OAuthClient client) implements Target {
    public Remote {
      headers = Map.copyOf(headers);
    }

    /** Omits the headers, which may hold secrets. */
    @Override
    public String toString() {
      return url.toString();
    }
  }

  /**
   * Client that a person registered with the authorization server of a remote server.
   *
   * @param metadataUrl address of a public document that describes the client instead
   */
  public record OAuthClient(
      @Nullable String id, @Nullable String secret, @Nullable String metadataUrl) {
    public static final OAuthClient NONE = new OAuthClient(null, null, null);

    /** Omits the secret. */
    @Override
    public String toString() {
      return String.valueOf(id);
    }
  }

  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Address of the peer that offers the tools of the server of this name. */
  public static Address addressOf(String name) {
    return new Address("agent:mcp-" + name);
  }

  public Address address() {
    return addressOf(name);
  }
}
