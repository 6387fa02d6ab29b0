package bub.cluster.state;

import bub.bus.policy.AtomicFile;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.RawJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Record in the state directory of the cluster to which the store of the lobby belongs. */
final class RegistryOrigin {
  private static final Logger LOG = LoggerFactory.getLogger(RegistryOrigin.class);
  private static final String STORE = "lobby.db";
  private static final int VERSION = 1;

  private final Path file;
  private final String id;
  private final boolean known;

  private RegistryOrigin(Path file, String id, boolean known) {
    this.file = file;
    this.id = id;
    this.known = known;
  }

  /** Keeps a copy of the store when it did not belong to this cluster. The store is not open. */
  static RegistryOrigin open(Path stateDirectory, String id) throws IOException {
    Path file = file(stateDirectory);
    boolean known = id.equals(stored(file));
    if (!known) {
      keepCopy(stateDirectory);
    }
    return new RegistryOrigin(file, id, known);
  }

  private static Path file(Path stateDirectory) {
    return stateDirectory.resolve("cluster-lobby.json");
  }

  private static @Nullable String stored(Path file) throws IOException {
    try {
      var fields = RawJson.parse(Files.readAllBytes(file), RawJson.DEFAULT_DEPTH).fields();
      return fields.integer("version", 0) == VERSION ? fields.string("origin") : null;
    } catch (NoSuchFileException missing) {
      return null;
    } catch (InvalidJson | InvalidField | IllegalStateException damaged) {
      LOG.warn("{} is damaged. This node joins the cluster again", file);
      return null;
    }
  }

  /** Copies the log of SQLite, too, because it has the last changes after a crash. */
  private static void keepCopy(Path stateDirectory) throws IOException {
    for (String suffix : List.of("", "-wal")) {
      Path source = stateDirectory.resolve(STORE + suffix);
      if (Files.exists(source)) {
        Path copy = stateDirectory.resolve(STORE + ".before-join" + suffix);
        try (AtomicFile draft = AtomicFile.of(copy, Files.readAllBytes(source))) {
          draft.commit();
        }
      }
    }
  }

  /** True when the store was a copy of this cluster's registrations before. */
  boolean isKnown() {
    return known;
  }

  boolean is(String other) {
    return id.equals(other);
  }

  /** A failure only means that the node joins again. */
  void remember() {
    if (known) {
      return;
    }
    JsonValue content =
        out -> out.beginObject().field("version", VERSION).field("origin", id).endObject();
    try (AtomicFile draft = AtomicFile.of(file, content.toRaw().toByteArray())) {
      draft.commit();
    } catch (IOException failed) {
      LOG.warn("Cannot write {}: {}", file, failed.getMessage());
    }
  }

  static void forget(Path stateDirectory) throws IOException {
    Files.deleteIfExists(file(stateDirectory));
  }
}
