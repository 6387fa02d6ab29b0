package bub.cluster.state;

import bub.bus.policy.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** File with the lock and tokens that this node and the cluster last had in common. */
final class AccessBase {
  private final Path file;

  AccessBase(Path stateDirectory) {
    this.file = stateDirectory.resolve("cluster-tokens.json");
  }

  /** Returns null when this node has not joined a cluster. */
  @Nullable SharedAccess read() throws IOException, UnreadableState {
    try {
      return SharedAccess.read(Files.readAllBytes(file));
    } catch (NoSuchFileException missing) {
      return null;
    } catch (UnreadableState broken) {
      throw new UnreadableState(file + ": " + broken.getMessage(), broken);
    }
  }

  void write(SharedAccess access) throws IOException {
    try (AtomicFile draft = AtomicFile.of(file, access.toRaw().toByteArray())) {
      draft.commit();
    }
  }

  boolean exists() {
    return Files.exists(file);
  }

  void remove() throws IOException {
    Files.deleteIfExists(file);
  }
}
