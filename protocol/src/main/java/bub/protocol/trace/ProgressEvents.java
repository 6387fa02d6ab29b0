package bub.protocol.trace;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.ActivityRow;
import bub.protocol.message.AgentEvent;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Agent events that only show how a turn goes. A list of messages folds them by default. */
public final class ProgressEvents {
  private static final Set<String> EVENTS = Set.of("step", "typing", "partial");

  private ProgressEvents() {}

  /** Takes the row that begins a message. Without its payload, only the address tells. */
  public static boolean isBegunBy(ActivityRow start) {
    return Step.ADDRESS.value().equals(start.to()) || isProgress(start.payload());
  }

  private static boolean isProgress(@Nullable RawJson payload) {
    if (payload == null || !payload.isObject()) {
      return false;
    }
    try {
      Fields fields = payload.fields();
      if (!AgentEvent.TYPE.equals(text(fields.find("type")))) {
        return false;
      }
      RawJson content = fields.find("content");
      return content != null
          && content.isObject()
          && EVENTS.contains(text(content.fields().find("event")));
    } catch (InvalidField doubled) {
      return false;
    }
  }

  private static String text(@Nullable RawJson value) {
    return value == null || !value.isString() ? "" : value.asString();
  }
}
