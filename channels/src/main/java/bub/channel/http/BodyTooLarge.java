package bub.channel.http;

import java.io.IOException;

/** Body with more bytes than the reader accepts. */
public final class BodyTooLarge extends IOException {
  private static final long serialVersionUID = 1L;

  BodyTooLarge(int most) {
    super("the body is larger than " + most + " bytes");
  }
}
