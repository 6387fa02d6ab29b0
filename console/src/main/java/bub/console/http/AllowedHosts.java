package bub.console.http;

import java.util.Locale;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Host names of this console; a page under any other name is foreign (DNS rebinding). */
final class AllowedHosts {
  private final String bound;
  private final IntSupplier port;
  private final Set<String> more;

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

  /** True for a name of the settings, such as that of a proxy in front. */
  boolean isNamed(String host) {
    return more.contains(host.toLowerCase(Locale.ROOT));
  }

  private boolean isOurMachine(String name) {
    return switch (name) {
      case "127.0.0.1", "localhost", "[::1]" -> true;
      default -> name.equals(bound);
    };
  }

  boolean isOurOrigin(String origin) {
    int scheme = origin.indexOf("://");
    return (origin.startsWith("http://") || origin.startsWith("https://"))
        && isOurs(origin.substring(scheme + 3));
  }
}
