package bub.gateway.lobby;

import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.PlainText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hints of MCP about the effects of a tool. Only its provider vouches for them. */
public final class ToolAnnotations {
  /** Name in a tool, and in a capability. */
  public static final String MEMBER = "annotations";

  private static final String READ_ONLY = "readOnlyHint";
  private static final String IDEMPOTENT = "idempotentHint";
  private static final String TITLE = "title";
  private static final int LONGEST_TITLE = 200;
  private static final List<String> HINTS =
      List.of(READ_ONLY, "destructiveHint", IDEMPOTENT, "openWorldHint");

  private ToolAnnotations() {}

  /** True when the provider of a capability says that a second call has no more effects. */
  public static boolean allowsRepetition(RawJson capability) {
    RawJson hints = capability.fields().find(MEMBER);
    return hints != null && hints.isObject() && (is(hints, READ_ONLY) || is(hints, IDEMPOTENT));
  }

  private static boolean is(RawJson hints, String name) {
    RawJson hint = hints.fields().find(name);
    return hint != null && hint.isTrue();
  }

  /** Returns the hints that MCP defines, or null when there are none. */
  public static @Nullable RawJson of(@Nullable RawJson given) {
    if (given == null || !given.isObject()) {
      return null;
    }
    JsonWriter out = new JsonWriter().beginObject();
    int count = 0;
    RawJson title = given.fields().find(TITLE);
    if (title != null && title.isString()) {
      out.field(TITLE, PlainText.oneLine(title.asString(), LONGEST_TITLE));
      count++;
    }
    for (String name : HINTS) {
      RawJson hint = given.fields().find(name);
      if (hint != null && hint.isBoolean()) {
        out.field(name, hint.isTrue());
        count++;
      }
    }
    return count == 0 ? null : RawJson.trusted(out.endObject().toByteArray());
  }
}
