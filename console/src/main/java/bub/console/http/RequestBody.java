package bub.console.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.regex.Pattern.CASE_INSENSITIVE;

import bub.channel.http.BodyTooLarge;
import bub.channel.http.HttpExchange;
import bub.channel.http.HttpExchange.LargeBodyCheck;
import bub.channel.http.HttpReply;
import bub.console.http.LargeBodyLimit.Load;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Reader for the body of a request, JSON or a form, up to a size limit. */
final class RequestBody {
  private static final Pattern JSON_TYPE =
      Pattern.compile(
          "application/(?:[a-z0-9.-]+\\+)?json[ \t]*(;[ \t]*charset=(utf-8|\"utf-8\")[ \t]*)?",
          CASE_INSENSITIVE);

  private static final Pattern FORM_TYPE =
      Pattern.compile("application/x-www-form-urlencoded[ \t]*(;.*)?", CASE_INSENSITIVE);

  private RequestBody() {}

  static byte[] read(HttpExchange exchange, Load load, int most) throws Exception {
    if (!isJson(exchange)) {
      throw new ApiRefusal(415, "invalid", "the body must be application/json", false);
    }
    load.arrives(exchange::stopBody);
    byte[] body;
    try {
      body = body(exchange, most, load::check);
    } finally {
      load.arrived();
    }
    load.check(body.length);
    return body;
  }

  private static byte[] body(HttpExchange exchange, int most, LargeBodyCheck check)
      throws Exception {
    try {
      return exchange.awaitBody(most, check);
    } catch (BodyTooLarge large) {
      throw large;
    } catch (IOException gone) {
      throw ApiRefusal.invalid("the body is incomplete");
    }
  }

  /** Reads a form without files; of several fields with one name, the first counts. */
  static Map<String, String> readForm(HttpExchange exchange, int most) throws Exception {
    String type = exchange.header("Content-Type");
    if (type == null || !FORM_TYPE.matcher(type).matches()) {
      throw new ApiRefusal(
          415, "invalid_request", "the body must be application/x-www-form-urlencoded", false);
    }
    var form = new HashMap<String, String>();
    String text = new String(body(exchange, most, _ -> {}), UTF_8);
    for (String field : text.split("&", -1)) {
      int end = field.indexOf('=');
      String name = decoded(end < 0 ? field : field.substring(0, end));
      form.putIfAbsent(name, end < 0 ? "" : decoded(field.substring(end + 1)));
    }
    return form;
  }

  private static String decoded(String text) throws ApiRefusal {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException broken) {
      throw ApiRefusal.invalid("the form is not encoded correctly");
    }
  }

  static boolean isJson(HttpExchange exchange) {
    String type = exchange.header("Content-Type");
    return type != null && (type.equals(HttpReply.JSON) || JSON_TYPE.matcher(type).matches());
  }
}
