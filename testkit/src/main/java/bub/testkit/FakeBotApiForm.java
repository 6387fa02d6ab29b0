package bub.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parser for a form that contains a file (RFC 7578). */
final class FakeBotApiForm {
  private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)");
  private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]*)\"");
  private static final Pattern FILE_NAME = Pattern.compile("filename=\"([^\"]*)\"");
  private static final String END_OF_HEAD = "\r\n\r\n";

  private final JsonWriter fields = new JsonWriter().beginObject();
  private FakeBotApiCall.@Nullable Upload file;

  private FakeBotApiForm() {}

  static FakeBotApiForm read(String contentType, byte[] body) {
    Matcher boundary = BOUNDARY.matcher(contentType);
    if (!boundary.find()) {
      throw new IllegalArgumentException("a form without a boundary: " + contentType);
    }
    var form = new FakeBotApiForm();
    // one character per byte, so that positions stay the same
    String text = "\r\n" + new String(body, ISO_8859_1);
    String[] parts = text.split(Pattern.quote("\r\n--" + boundary.group(1)), -1);
    for (int i = 1; i < parts.length - 1; i++) {
      form.take(parts[i]);
    }
    if (!parts[parts.length - 1].startsWith("--")) {
      throw new IllegalArgumentException("a form without an end");
    }
    form.fields.endObject();
    return form;
  }

  private void take(String part) {
    int end = part.indexOf(END_OF_HEAD);
    String head = utf8(part.substring(0, end));
    String content = part.substring(end + END_OF_HEAD.length());
    Matcher name = NAME.matcher(head);
    if (!name.find()) {
      throw new IllegalArgumentException("a field without a name: " + head);
    }
    Matcher fileName = FILE_NAME.matcher(head);
    if (fileName.find()) {
      byte[] bytes = content.getBytes(ISO_8859_1);
      file = new FakeBotApiCall.Upload(fileName.group(1), bytes);
    } else {
      fields.field(name.group(1), utf8(content));
    }
  }

  private static String utf8(String bytes) {
    return new String(bytes.getBytes(ISO_8859_1), UTF_8);
  }

  RawJson fields() {
    return RawJson.trusted(fields.toByteArray());
  }

  FakeBotApiCall.@Nullable Upload file() {
    return file;
  }
}
