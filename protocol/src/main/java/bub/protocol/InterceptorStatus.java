package bub.protocol;

import bub.json.JsonValue;
import bub.json.JsonWriter;

/**
 * Params of {@code interceptorStatus}: messages stop or start to wait for an interceptor.
 *
 * @param missed consecutive answers that did not come in time
 * @param failureMode {@code open} or {@code closed}
 */
public record InterceptorStatus(boolean suspended, int missed, String failureMode)
    implements JsonValue {
  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("suspended", suspended).field("missed", missed);
    out.field("failureMode", failureMode).endObject();
  }
}
