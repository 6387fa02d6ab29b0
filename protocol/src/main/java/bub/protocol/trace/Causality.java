package bub.protocol.trace;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * Cause and trace that a payload names in its members {@code cause} and {@code trace}. An invalid
 * value counts as absent: a message is never refused for it.
 */
public record Causality(@Nullable MessageId cause, @Nullable TraceParent trace) {
  public static final Causality NONE = new Causality(null, null);
  public static final String CAUSE = "cause";
  public static final String TRACE = "trace";

  public static Causality read(RawJson payload) {
    return payload.isObject() ? read(payload.fields()) : NONE;
  }

  public static Causality read(Fields payload) {
    String cause = text(payload, CAUSE);
    String trace = text(payload, TRACE);
    if (cause == null && trace == null) {
      return NONE;
    }
    return new Causality(cause == null ? null : id(cause), TraceParent.parse(trace));
  }

  private static @Nullable MessageId id(String text) {
    boolean isValid = !text.isEmpty() && text.length() <= MessageId.MAX_LENGTH;
    return isValid ? new MessageId(text) : null;
  }

  private static @Nullable String text(Fields payload, String name) {
    try {
      RawJson value = payload.find(name);
      return value != null && value.isString() ? value.asString() : null;
    } catch (InvalidField doubled) {
      return null;
    }
  }

  /** Returns the causality of a message that results from {@code handled}. */
  public static Causality resultOf(Envelope handled) {
    TraceParent named = read(handled.payload()).trace();
    TraceId trace =
        named == null ? TraceId.startedBy(handled.from(), handled.messageId()) : named.trace();
    String span = TraceParent.spanOf(handled.from(), handled.messageId());
    return new Causality(handled.messageId(), new TraceParent(trace, span));
  }

  public boolean isNone() {
    return cause == null && trace == null;
  }

  /** Returns the payload with these members; members that it already has stay. */
  public RawJson addTo(RawJson payload) {
    Fields fields = payload.fields();
    boolean addsCause = cause != null && !fields.has(CAUSE);
    boolean addsTrace = trace != null && !fields.has(TRACE);
    if (!addsCause && !addsTrace) {
      return payload;
    }
    JsonWriter out = new JsonWriter().beginObject();
    for (int i = 0; i < fields.count(); i++) {
      out.name(fields.name(i)).value(fields.value(i));
    }
    out.optional(CAUSE, addsCause ? cause : null);
    out.optional(TRACE, addsTrace ? String.valueOf(trace) : null);
    return RawJson.trusted(out.endObject().toByteArray());
  }
}
