package bub.bus.activity.query;

import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.ActivityRow;

/**
 * Limit on the payload bytes of one answer, because a thousand rows of a mebibyte each would fit
 * neither a message nor the memory. A payload beyond the limit is replaced by a note of its size.
 */
public final class PayloadBudget {
  /** Stays below the message size limit together with the other columns of a thousand rows. */
  public static final long ONE_MESSAGE = 512L << 10;

  static final long ONE_PROCESS = 64L << 20;

  private long left;

  public PayloadBudget(long bytes) {
    left = bytes;
  }

  public ActivityRow fit(ActivityRow row) {
    RawJson payload = row.payload();
    if (payload == null) {
      return row;
    }
    if (payload.length() <= left) {
      left -= payload.length();
      return row;
    }
    int length = payload.length();
    JsonValue note = out -> out.beginObject().field("omittedBytes", length).endObject();
    return row.withPayload(note.toRaw());
  }
}
