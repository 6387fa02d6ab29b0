package bub.gateway.a2a.remote;

import bub.client.files.InvalidSettings;
import bub.client.files.SettingsFile;
import bub.client.files.WatchedFile;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.PositionedJson;
import bub.json.PositionedJson.Misplaced;
import bub.json.RawJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** File {@code a2a.json}, which names the remote agents. */
public record RemoteAgentsFile(Path path) {
  public static final int MAX_AGENTS = 64;
  private static final String AGENTS = "agents";

  public static RemoteAgentsFile in(Path stateDirectory) {
    return new RemoteAgentsFile(stateDirectory.resolve("a2a.json"));
  }

  private SettingsFile<List<RemoteAgentEntry>> settings() {
    return new SettingsFile<>(path, RemoteAgentsFile::parse, List.of(), RemoteAgentsFile::text);
  }

  private static List<RemoteAgentEntry> parse(byte[] file) throws Misplaced {
    PositionedJson json = PositionedJson.parse(file);
    RawJson root = json.root();
    if (!root.isObject()) {
      throw json.misplaced(root, "must be an object with the member " + AGENTS);
    }
    return json.in(root, () -> entries(root.fields().optionalObject(AGENTS)));
  }

  private static List<RemoteAgentEntry> entries(@Nullable RawJson agents) {
    Fields named = (agents == null ? RawJson.EMPTY_OBJECT : agents).fields();
    if (named.count() > MAX_AGENTS) {
      throw new InvalidField(AGENTS, "must not have more than " + MAX_AGENTS + " agents");
    }
    var entries = new ArrayList<RemoteAgentEntry>();
    for (int i = 0; i < named.count(); i++) {
      entries.add(RemoteAgentEntry.read(named.name(i), named.value(i)));
    }
    return List.copyOf(entries);
  }

  private static String text(List<RemoteAgentEntry> agents) {
    JsonWriter out = new JsonWriter().beginObject().name(AGENTS).beginObject();
    agents.forEach(agent -> out.field(agent.name(), agent));
    return out.endObject().endObject() + "\n";
  }

  /** The agents, as the file changes. */
  WatchedFile<List<RemoteAgentEntry>> watch() {
    return settings().watch();
  }

  public List<RemoteAgentEntry> read() throws IOException, InvalidSettings {
    return settings().read();
  }

  public @Nullable RemoteAgentEntry find(String name) throws IOException, InvalidSettings {
    return read().stream().filter(entry -> entry.name().equals(name)).findFirst().orElse(null);
  }

  /** Adds an agent or replaces the one of this name. */
  public void put(RemoteAgentEntry entry) throws IOException, InvalidSettings {
    settings()
        .update(
            agents -> {
              var changed = new ArrayList<>(without(agents, entry.name()));
              changed.add(entry);
              return changed;
            });
  }

  /** Returns false when the file does not name the agent. */
  public boolean remove(String name) throws IOException, InvalidSettings {
    return settings().update(agents -> without(agents, name));
  }

  private static List<RemoteAgentEntry> without(List<RemoteAgentEntry> agents, String name) {
    return agents.stream().filter(known -> !known.name().equals(name)).toList();
  }
}
