package bub.channel.http;

import java.util.HashMap;
import java.util.Map;

/** Complete answer to a request; the body is empty when there is none. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HttpReply(int status, Map<String, String> headers, String type, byte[] body) {
  public static final String JSON = "application/json";

  public static HttpReply json(int status, byte[] body) {
    return new HttpReply(status, Map.of(), JSON, body);
  }

  public static HttpReply empty(int status) {
    return new HttpReply(status, Map.of(), JSON, new byte[0]);
  }

  public HttpReply with(String header, String value) {
    var more = new HashMap<>(headers);
    more.put(header, value);
    return new HttpReply(status, Map.copyOf(more), type, body);
  }
}
