package bub.console.watch;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.ActivityRow;
import bub.protocol.lobby.LobbyTypes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Messages that accompany others: progress events of agents, and the console's own requests. */
public final class BackgroundTraffic {
  private static final String CONSOLE = "agent:console";
  private static final Set<String> QUESTIONS =
      Set.of("sessions_list", LobbyTypes.AGENTS, LobbyTypes.DISCOVER);
  private static final Set<String> EVENTS = Set.of("typing", "partial");

  private BackgroundTraffic() {}

  public static boolean isBegunBy(ActivityRow start) {
    RawJson payload = start.payload();
    if (payload == null || !payload.isObject()) {
      return false;
    }
    try {
      Fields fields = payload.fields();
      String type = text(fields.find("type"));
      return "agent_event".equals(type)
          ? EVENTS.contains(event(fields.find("content")))
          : CONSOLE.equals(start.actor()) && QUESTIONS.contains(type);
    } catch (InvalidField doubled) {
      return false;
    }
  }

  private static String event(@Nullable RawJson content) {
    return content == null || !content.isObject() ? "" : text(content.fields().find("event"));
  }

  private static String text(@Nullable RawJson value) {
    return value == null || !value.isString() ? "" : value.asString();
  }
}
