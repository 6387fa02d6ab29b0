package bub.protocol;

import bub.json.JsonValue;
import bub.json.JsonWriter;

/**
 * The params of {@code interceptorStatus}, which tells an interceptor that messages do not wait for
 * it any more, or that they do again.
 *
 * @param suspended true when messages do not wait for its answers
 * @param missed the number of answers in a row that did not come in time
 * @param failureMode the treatment of messages meanwhile: {@code open} or {@code closed}
 */
public record InterceptorStatus(boolean suspended, int missed, String failureMode)
    implements JsonValue {
  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("suspended", suspended).field("missed", missed);
    out.field("failureMode", failureMode).endObject();
  }
}
