package bub.console.watch;

import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.ActivityRow;
import bub.protocol.budget.BudgetRequest;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.trace.ProgressEvents;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Messages that accompany others: progress events of agents, and requests of bub's own parts. */
public final class BackgroundTraffic {
  private static final Set<String> OWN_PARTS = Set.of("agent:console", "agent:gateway");
  private static final Set<String> QUESTIONS =
      Set.of(
          "sessions_list",
          LobbyTypes.AGENTS,
          LobbyTypes.DISCOVER,
          BudgetRequest.Query.TYPE,
          BudgetRequest.Report.TYPE);

  private BackgroundTraffic() {}

  public static boolean isBegunBy(ActivityRow start) {
    return ProgressEvents.isBegunBy(start)
        || start.actor() != null
            && OWN_PARTS.contains(start.actor())
            && QUESTIONS.contains(type(start.payload()));
  }

  private static String type(@Nullable RawJson payload) {
    try {
      RawJson type = payload == null || !payload.isObject() ? null : payload.fields().find("type");
      return type == null || !type.isString() ? "" : type.asString();
    } catch (InvalidField doubled) {
      return "";
    }
  }
}
