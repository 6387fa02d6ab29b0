package bub.console.http;

import java.util.Locale;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Host names under which browsers may reach this console. A page under any other name is foreign,
 * even if the name resolves to this machine (DNS rebinding).
 */
final class AllowedHosts {
  private final String bound;
  private final IntSupplier port;
  private final Set<String> more;

  /**
   * @param more names of a proxy, with the port unless it is the default
   */
  AllowedHosts(String bound, IntSupplier port, Set<String> more) {
    this.bound = bound.contains(":") ? "[" + bound + "]" : bound;
    this.port = port;
    this.more = more;
  }

  boolean isOurs(@Nullable String host) {
    if (host == null) {
      return false;
    }
    String name = host.toLowerCase(Locale.ROOT);
    String ending = ":" + port.getAsInt();
    return more.contains(name)
        || name.endsWith(ending)
            && isOurMachine(name.substring(0, name.length() - ending.length()));
  }

  private boolean isOurMachine(String name) {
    return switch (name) {
      case "127.0.0.1", "localhost", "[::1]" -> true;
      default -> name.equals(bound);
    };
  }

  /** Returns true when this origin is one of the console's own. */
  boolean isOurOrigin(String origin) {
    int scheme = origin.indexOf("://");
    return (origin.startsWith("http://") || origin.startsWith("https://"))
        && isOurs(origin.substring(scheme + 3));
  }
}
