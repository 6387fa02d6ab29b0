package bub.console.http;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import bub.console.http.LargeBodyLimit.Load;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Reader for the JSON body of a request, up to a size limit. */
final class RequestBody {
  private static final Pattern JSON_TYPE =
      Pattern.compile(
          "application/(?:[a-z0-9.-]+\\+)?json[ \t]*(;[ \t]*charset=(utf-8|\"utf-8\")[ \t]*)?",
          CASE_INSENSITIVE);

  private RequestBody() {}

  static byte[] read(Context context, Load load, int most) throws ApiRefusal {
    String type = context.contentType();
    if (type == null || !JSON_TYPE.matcher(type).matches()) {
      throw new ApiRefusal(415, "invalid", "the body must be application/json", false);
    }
    return read(context.bodyInputStream(), load, most);
  }

  private static byte[] read(InputStream in, Load load, int most) throws ApiRefusal {
    try {
      byte[] bytes = in.readNBytes(LargeBodyLimit.LIGHT);
      if (bytes.length == LargeBodyLimit.LIGHT) {
        load.check(most);
        byte[] more = in.readNBytes(most + 1 - bytes.length);
        byte[] all = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, all, bytes.length, more.length);
        bytes = all;
      }
      if (bytes.length > most) {
        throw new ApiRefusal(413, "too_large", "the body is larger than " + most + " bytes", false);
      }
      return bytes;
    } catch (IOException gone) {
      throw ApiRefusal.invalid("the body is incomplete");
    }
  }
}
