package bub.gateway.a2a.net;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** Body of an answer, without the framing of HTTP. One thread only. */
final class ResponseBody extends InputStream {
  private final InputStream in;
  private final boolean isChunked;
  // Bytes left of the body or of the current chunk; negative until the connection ends.
  private long left;
  private boolean hasEnded;

  private ResponseBody(InputStream in, boolean isChunked, long left) {
    this.in = in;
    this.isChunked = isChunked;
    this.left = left;
  }

  static InputStream of(InputStream in, Map<String, String> headers) throws IOException {
    if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      return new ResponseBody(in, true, 0);
    }
    String length = headers.get("content-length");
    try {
      return new ResponseBody(in, false, length == null ? -1 : Long.parseLong(length));
    } catch (NumberFormatException odd) {
      throw new IOException("the answer has an invalid length");
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (isChunked && left == 0 && !hasEnded) {
      beginChunk();
    }
    if (hasEnded || left == 0) {
      return -1;
    }
    int most = left < 0 ? length : (int) Math.min(length, left);
    int count = in.read(into, offset, most);
    if (count < 0) {
      if (left > 0) {
        throw new IOException("the answer ended early");
      }
      hasEnded = true;
      return -1;
    }
    if (left > 0) {
      left -= count;
      if (isChunked && left == 0) {
        OutgoingHttp.line(in);
      }
    }
    return count;
  }

  private void beginChunk() throws IOException {
    String size = OutgoingHttp.line(in).split(";", 2)[0].strip();
    try {
      left = Long.parseLong(size, 16);
    } catch (NumberFormatException odd) {
      throw new IOException("the answer has an invalid chunk");
    }
    if (left == 0) {
      hasEnded = true;
    } else if (left < 0) {
      throw new IOException("the answer has an invalid chunk");
    }
  }
}
