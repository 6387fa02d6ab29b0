package bub.checks.code;

import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Incoming;
import java.util.Arrays;

/** Jazzer target: decoding returns a value for any bytes, and valid messages stay the same. */
public final class CodecFuzz {
  private static final Codec CODEC = Codec.standard();

  private CodecFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    Incoming decoded = CODEC.decode(input.clone());
    if (decoded == null) {
      throw new IllegalStateException("decoded to nothing");
    }
    try {
      RawJson valid = RawJson.parse(input.clone(), RawJson.DEFAULT_DEPTH);
      byte[] again = valid.toByteArray();
      if (!RawJson.parse(again.clone(), RawJson.DEFAULT_DEPTH).equals(valid)) {
        throw new IllegalStateException("changed: " + Arrays.toString(input));
      }
    } catch (InvalidJson refused) {
      // Most bytes are not JSON.
    }
  }
}
