package bub.channel.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.HashMap;
import java.util.Map;

/** Complete answer to a request; the body is empty when there is none. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HttpReply(int status, Map<String, String> headers, String type, byte[] body) {
  public static final String JSON = "application/json";
  private static final byte[] NOTHING = new byte[0];

  public static HttpReply json(int status, byte[] body) {
    return new HttpReply(status, Map.of(), JSON, body);
  }

  public static HttpReply empty(int status) {
    return new HttpReply(status, Map.of(), "", NOTHING);
  }

  public HttpReply with(String header, String value) {
    var more = new HashMap<>(headers);
    more.put(header, value);
    return new HttpReply(status, Map.copyOf(more), type, body);
  }

  /** True for a status whose answer never has a body, not even an empty one. */
  static boolean hasNoBody(int status) {
    return status == 204 || status == 304;
  }

  void writeTo(HttpHeaders out) {
    headers.forEach(out::set);
    if (!type.isEmpty()) {
      out.set(HttpHeaderNames.CONTENT_TYPE, type);
    }
  }
}
