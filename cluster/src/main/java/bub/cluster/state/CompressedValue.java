package bub.cluster.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compression of values, because NATS limits their size and JSON repeats itself. */
final class CompressedValue {
  /** A value that grows beyond this was not written by a node. */
  private static final int MAX_BYTES = 64 << 20;

  private CompressedValue() {}

  static byte[] pack(byte[] plain) {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return packed.toByteArray();
  }

  static byte[] unpack(byte[] packed) throws UnreadableState {
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      byte[] plain = gzip.readNBytes(MAX_BYTES + 1);
      if (plain.length > MAX_BYTES) {
        throw new UnreadableState("a shared value is larger than " + MAX_BYTES + " bytes");
      }
      return plain;
    } catch (IOException broken) {
      throw new UnreadableState("a shared value is damaged: " + broken.getMessage(), broken);
    }
  }
}
