package bub.protocol;

import bub.json.JsonValue;
import bub.json.JsonWriter;

/**
 * Params of {@code interceptorStatus}, which tells an interceptor that messages no longer wait for
 * it, or that they wait again.
 *
 * @param suspended true when messages do not wait for its answers
 * @param missed number of consecutive answers that did not come in time
 * @param failureMode treatment of messages while suspended: {@code open} or {@code closed}
 */
public record InterceptorStatus(boolean suspended, int missed, String failureMode)
    implements JsonValue {
  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("suspended", suspended).field("missed", missed);
    out.field("failureMode", failureMode).endObject();
  }
}
