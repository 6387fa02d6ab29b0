package bub.gateway.local;

import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The program on the port of the doors is not the bub of this user, so it got no secret. */
public final class UnprovenDoor extends IOException {
  private static final long serialVersionUID = 1L;

  private final String place;

  UnprovenDoor(URI url, @Nullable IOException cause) {
    super(
        "the program that listens on "
            + place(url)
            + " did not prove that it is bub, so it got no secret",
        cause);
    place = place(url);
  }

  private static String place(URI url) {
    return url.getHost() + ":" + url.getPort();
  }

  /** Returns the host and the port. */
  public String place() {
    return place;
  }
}
