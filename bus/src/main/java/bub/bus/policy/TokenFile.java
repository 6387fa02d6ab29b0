package bub.bus.policy;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Inside;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tokens on disk, hashed, for their owner only. The bus is locked as long as the file is there,
 * with tokens in it or not. Written whole and moved into place, so a reader sees one state or the
 * next.
 */
public final class TokenFile {
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path path;

  public TokenFile(Path path) {
    this.path = path;
  }

  public static TokenFile in(Path stateDirectory) {
    return new TokenFile(stateDirectory.resolve("tokens.json"));
  }

  public Path path() {
    return path;
  }

  /** The tokens, or null when the bus is open. */
  public @Nullable List<Grant> read() throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(path);
    } catch (NoSuchFileException open) {
      return null;
    }
    try {
      RawJson json = RawJson.parse(bytes, RawJson.DEFAULT_DEPTH);
      return Inside.objects(Inside.fields("tokens file", json), "tokens", Grant::read);
    } catch (InvalidJson | InvalidField broken) {
      throw new IOException(path + " is damaged: " + broken.getMessage(), broken);
    }
  }

  /** Changes the tokens; two at once wait for each other. */
  public void update(UnaryOperator<List<Grant>> change) throws IOException {
    Path guard = path.resolveSibling(path.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(guard, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      List<Grant> before = read();
      write(change.apply(before == null ? new ArrayList<>() : new ArrayList<>(before)));
    }
  }

  private void write(List<Grant> grants) throws IOException {
    JsonValue document =
        out -> {
          out.beginObject().field("version", 1).name("tokens").beginArray();
          grants.forEach(out::value);
          out.endArray().endObject();
        };
    Path next =
        Files.createTempFile(path.toAbsolutePath().getParent(), "tokens", ".new", OWNER_ONLY);
    try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(document.toRaw().toByteArray()));
      channel.force(true);
    }
    Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
