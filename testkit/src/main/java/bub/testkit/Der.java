package bub.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The part of ASN.1's DER encoding that a certificate needs. */
final class Der {
  static final int SEQUENCE = 0x30;
  static final int SET = 0x31;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] tagged(int tag, byte[]... parts) {
    var body = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      body.writeBytes(part);
    }
    var all = new ByteArrayOutputStream();
    all.write(tag);
    int length = body.size();
    if (length >= 0x100) {
      all.write(0x82);
      all.write(length >> 8);
    } else if (length >= 0x80) {
      all.write(0x81);
    }
    all.write(length & 0xFF);
    all.writeBytes(body.toByteArray());
    return all.toByteArray();
  }

  static byte[] sequence(byte[]... parts) {
    return tagged(SEQUENCE, parts);
  }

  static byte[] integer(BigInteger value) {
    return tagged(0x02, value.toByteArray());
  }

  static byte[] yes() {
    return tagged(0x01, new byte[] {(byte) 0xFF});
  }

  static byte[] octets(byte[] value) {
    return tagged(0x04, value);
  }

  static byte[] bits(byte[] value) {
    return tagged(0x03, new byte[] {0}, value);
  }

  static byte[] text(String value) {
    return tagged(0x0C, value.getBytes(UTF_8));
  }

  static byte[] time(Instant value) {
    return tagged(0x18, TIME.format(value).getBytes(US_ASCII));
  }

  /** An object identifier such as {@code 2.5.4.3}. */
  static byte[] id(String dotted) {
    String[] arcs = dotted.split("\\.", -1);
    var body = new ByteArrayOutputStream();
    body.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      int arc = Integer.parseInt(arcs[i]);
      for (int shift = 28; shift > 0; shift -= 7) {
        if (arc >> shift != 0) {
          body.write(0x80 | arc >> shift & 0x7F);
        }
      }
      body.write(arc & 0x7F);
    }
    return tagged(0x06, body.toByteArray());
  }
}
