package bub.bus.server;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Host header: a name in lower case, IPv6 without brackets, and a port or {@link #NO_PORT}. */
record HostHeader(String name, int port) {
  static final int NO_PORT = -1;

  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9a-f:.]{2,45})]|([^\\s:/@\\[\\]]{1,255}))(?::(\\d{0,5}))?");

  /** Null for a text other than {@code name}, {@code name:port} or {@code [address]:port}. */
  static @Nullable HostHeader parse(String text) {
    Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      return null;
    }
    String name = form.group(1) == null ? form.group(2) : form.group(1);
    String port = form.group(3);
    return new HostHeader(name, port == null || port.isEmpty() ? NO_PORT : Integer.parseInt(port));
  }
}
