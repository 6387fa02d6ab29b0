package bub.gateway.a2a.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.store.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** File {@code a2a.json}, which names the remote agents. */
public record RemoteAgentsFile(Path path) {
  public static final int MAX_AGENTS = 64;
  private static final String AGENTS = "agents";
  private static final long MAX_BYTES = 1 << 20;

  /** Thrown when the file is unusable; the message names it. */
  public static final class InvalidAgentsFile extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidAgentsFile(String problem) {
      super(problem);
    }
  }

  public static RemoteAgentsFile in(Path stateDirectory) {
    return new RemoteAgentsFile(stateDirectory.resolve("a2a.json"));
  }

  public List<RemoteAgentEntry> read() throws IOException, InvalidAgentsFile {
    try {
      if (Files.size(path) > MAX_BYTES) {
        throw new InvalidAgentsFile(path + " is larger than " + MAX_BYTES + " bytes");
      }
      RawJson root = RawJson.parse(Files.readString(path));
      if (!root.isObject()) {
        throw new InvalidAgentsFile(path + ": must be an object with the member " + AGENTS);
      }
      RawJson agents = root.fields().optionalObject(AGENTS);
      Fields named = (agents == null ? RawJson.EMPTY_OBJECT : agents).fields();
      if (named.count() > MAX_AGENTS) {
        throw new InvalidAgentsFile(path + " names more than " + MAX_AGENTS + " agents");
      }
      var entries = new ArrayList<RemoteAgentEntry>();
      for (int i = 0; i < named.count(); i++) {
        entries.add(RemoteAgentEntry.read(named.name(i), named.value(i)));
      }
      return List.copyOf(entries);
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (InvalidJson | InvalidField odd) {
      throw new InvalidAgentsFile(path + ": " + odd.getMessage());
    }
  }

  public @Nullable RemoteAgentEntry find(String name) throws IOException, InvalidAgentsFile {
    return read().stream().filter(entry -> entry.name().equals(name)).findFirst().orElse(null);
  }

  /** Adds an agent or replaces the one of this name. */
  public void put(RemoteAgentEntry entry) throws IOException, InvalidAgentsFile {
    change(
        agents -> {
          agents.removeIf(known -> known.name().equals(entry.name()));
          agents.add(entry);
          return agents;
        });
  }

  /** Returns false when the file does not name the agent. */
  public boolean remove(String name) throws IOException, InvalidAgentsFile {
    if (find(name) == null) {
      return false;
    }
    change(
        agents -> {
          agents.removeIf(known -> known.name().equals(name));
          return agents;
        });
    return true;
  }

  private void change(UnaryOperator<List<RemoteAgentEntry>> change)
      throws IOException, InvalidAgentsFile {
    List<RemoteAgentEntry> agents = change.apply(new ArrayList<>(read()));
    if (agents.size() > MAX_AGENTS) {
      throw new InvalidAgentsFile(path + " names " + MAX_AGENTS + " agents already");
    }
    JsonWriter out = new JsonWriter().beginObject().name(AGENTS).beginObject();
    agents.forEach(agent -> out.field(agent.name(), agent));
    out.endObject().endObject();
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    PrivateFile.create(fresh);
    Files.writeString(fresh, out + "\n", UTF_8);
    Files.move(fresh, path, ATOMIC_MOVE, REPLACE_EXISTING);
  }
}
