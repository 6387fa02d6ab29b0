package bub.gateway.hook;

import bub.json.InvalidField;
import bub.json.RawJson;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Text of a hook's message: a template in which {@code {{path}}} stands for a member of the body,
 * such as {@code {{commits.0.author.name}}}, and {@code {{body}}} for all of it.
 */
public final class HookText {
  public static final String USUAL = "{{body}}";
  private static final int LONGEST_TEMPLATE = 4_096;
  private static final int LONGEST_TEXT = 16_384;
  private static final int DEEPEST = 16;
  private static final Pattern PLACE = Pattern.compile("\\{\\{\\s*([^{}]{1,256}?)\\s*}}");
  private static final Pattern INDEX = Pattern.compile("[0-9]{1,4}");
  private static final String CUT = "…";

  private HookText() {}

  static void check(String template) {
    if (template.isBlank() || template.length() > LONGEST_TEMPLATE) {
      throw new InvalidField("text", "must have 1 to " + LONGEST_TEMPLATE + " characters");
    }
    String rest = PLACE.matcher(template).replaceAll("");
    if (rest.contains("{{") || rest.contains("}}")) {
      throw new InvalidField("text", "has a {{ or }} without its other half");
    }
  }

  /** A member that the body does not have is left out. */
  static String of(String template, RawJson body) {
    var text = new StringBuilder();
    Matcher place = PLACE.matcher(template);
    int end = 0;
    while (place.find() && text.length() <= LONGEST_TEXT) {
      text.append(template, end, place.start()).append(value(place.group(1), body));
      end = place.end();
    }
    text.append(template, end, template.length());
    return shortened(text);
  }

  private static String value(String path, RawJson body) {
    RawJson value = path.equals("body") ? body : find(path, body);
    if (value == null || value.isNull()) {
      return "";
    }
    return value.isString() ? value.asString() : value.toString();
  }

  private static @Nullable RawJson find(String path, RawJson body) {
    RawJson value = body;
    for (String step : path.split("\\.", DEEPEST)) {
      value = value == null ? null : member(step, value);
    }
    return value;
  }

  private static @Nullable RawJson member(String step, RawJson value) {
    if (value.isObject()) {
      return value.fields().find(step);
    }
    if (!value.isArray() || !INDEX.matcher(step).matches()) {
      return null;
    }
    int index = Integer.parseInt(step);
    var elements = value.elements(index + 1);
    return index < elements.size() ? elements.get(index) : null;
  }

  private static String shortened(StringBuilder text) {
    if (text.length() <= LONGEST_TEXT) {
      return text.toString();
    }
    int end = LONGEST_TEXT - CUT.length();
    // Half of a surrogate pair is no text.
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
  }
}
