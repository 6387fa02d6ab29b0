package bub.bus.policy;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

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
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
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
    try (FileChannel channel = FileChannel.open(guard, CREATE, WRITE, NOFOLLOW_LINKS);
        FileLock _ = channel.lock()) {
      giveAway(guard);
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
    Path next = path.resolveSibling("tokens" + UUID.randomUUID() + ".new");
    try {
      try (FileChannel channel = FileChannel.open(next, Set.of(CREATE_NEW, WRITE), OWNER_ONLY)) {
        ByteBuffer bytes = ByteBuffer.wrap(document.toRaw().toByteArray());
        // A disk that is nearly full takes a part; the rest then says that it is full.
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      giveAway(next);
      Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  /**
   * What root makes is for the bus, which may run as another user: whose directory it is. Where
   * that user has put a link meanwhile, the link is given away, not what it leads to.
   */
  private void giveAway(Path file) throws IOException {
    UserPrincipal owner = Files.getOwner(path.toAbsolutePath().getParent());
    var view = Files.getFileAttributeView(file, FileOwnerAttributeView.class, NOFOLLOW_LINKS);
    if (!view.getOwner().equals(owner) && System.getProperty("user.name").equals("root")) {
      view.setOwner(owner);
    }
  }
}
