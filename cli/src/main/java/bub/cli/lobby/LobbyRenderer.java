package bub.cli.lobby;

import bub.cli.screen.Age;
import bub.cli.screen.Screen;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.Capability;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Printed form of agents and capabilities. */
record LobbyRenderer(Screen screen) {
  private static final int SHOWN = 6;

  void agent(AgentEntry entry) {
    List<String> names = entry.capabilities().stream().map(LobbyRenderer::name).toList();
    String more = names.size() > SHOWN ? " and " + (names.size() - SHOWN) + " more" : "";
    screen.line(
        "  "
            + presence(entry.online())
            + " "
            + screen.bold(Screen.oneLine("%-28s".formatted(entry.agent())))
            + "  "
            + Screen.oneLine(names.stream().limit(SHOWN).collect(Collectors.joining(" ")) + more)
            + screen.dim(entry.online() ? "" : "  last seen " + Age.ago(entry.lastSeen())));
  }

  String presence(boolean online) {
    return online ? screen.green("●") : screen.dim("○");
  }

  void capabilities(List<RawJson> capabilities) {
    for (RawJson written : capabilities) {
      Capability capability = read(written);
      if (capability == null) {
        screen.line("    " + Screen.oneLine(written.toString()));
        continue;
      }
      screen.line(
          "    " + screen.bold(Screen.oneLine(name(written))) + screen.dim(who(capability)));
      if (!capability.description().isBlank()) {
        screen.line("      " + Screen.oneLine(capability.description()));
      }
    }
  }

  void contracts(List<RawJson> capabilities) {
    for (RawJson written : capabilities) {
      capabilities(List.of(written));
      Capability capability = read(written);
      if (capability != null) {
        screen.line("      in    " + Screen.oneLine(capability.inputSchema().toString()));
        screen.line("      out   " + Screen.oneLine(capability.outputSchema().toString()));
        if (!capability.keywords().isEmpty()) {
          screen.line("      words " + Screen.oneLine(String.join(", ", capability.keywords())));
        }
      }
    }
  }

  private static String who(Capability capability) {
    return capability.authorizedRequesters().isEmpty()
        ? ""
        : Screen.oneLine(
            "  only for "
                + capability.authorizedRequesters().stream()
                    .map(Object::toString)
                    .collect(Collectors.joining(", ")));
  }

  private static String name(RawJson written) {
    Capability capability = read(written);
    if (capability == null) {
      return "?";
    }
    return capability.version() == null
        ? capability.name()
        : capability.name() + "@" + capability.version();
  }

  /** Returns null for an entry that only a newer lobby can write. */
  private static @Nullable Capability read(RawJson written) {
    try {
      return Capability.read(written);
    } catch (InvalidField newer) {
      return null;
    }
  }
}
