package bub.console.http;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import bub.channel.http.BodyTooLarge;
import bub.channel.http.HttpExchange;
import bub.channel.http.HttpReply;
import bub.console.http.LargeBodyLimit.Load;
import java.io.IOException;
import java.util.regex.Pattern;

/** Reader for the JSON body of a request, up to a size limit. */
final class RequestBody {
  private static final Pattern JSON_TYPE =
      Pattern.compile(
          "application/(?:[a-z0-9.-]+\\+)?json[ \t]*(;[ \t]*charset=(utf-8|\"utf-8\")[ \t]*)?",
          CASE_INSENSITIVE);

  private RequestBody() {}

  static byte[] read(HttpExchange exchange, Load load, int most) throws Exception {
    if (!isJson(exchange)) {
      throw new ApiRefusal(415, "invalid", "the body must be application/json", false);
    }
    try {
      return exchange.awaitBody(most, load::check);
    } catch (BodyTooLarge large) {
      throw large;
    } catch (IOException gone) {
      throw ApiRefusal.invalid("the body is incomplete");
    }
  }

  static boolean isJson(HttpExchange exchange) {
    String type = exchange.header("Content-Type");
    return type != null && (type.equals(HttpReply.JSON) || JSON_TYPE.matcher(type).matches());
  }
}
