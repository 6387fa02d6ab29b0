package bub.gateway.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reader of lines that keeps at most one byte more than the longest allowed line. */
final class LineReader {
  private final InputStream in;
  private final int longest;

  LineReader(InputStream in, int longest) {
    this.in = new BufferedInputStream(in);
    this.longest = longest;
  }

  /** Returns the next line without its end, or null at the end of the input. */
  byte @Nullable [] next() throws IOException {
    var line = new ByteArrayOutputStream();
    int read = in.read();
    if (read < 0) {
      return null;
    }
    while (read >= 0 && read != '\n') {
      if (line.size() <= longest) {
        line.write(read);
      }
      read = in.read();
    }
    return line.toByteArray();
  }
}
