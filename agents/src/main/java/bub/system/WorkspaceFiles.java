package bub.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.system.session.ChatKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Read-only view of the workspaces. It follows no symbolic link, even one that an agent creates
 * meanwhile, because every step opens a name inside the directory before. Safe for any thread.
 */
final class WorkspaceFiles {
  static final int LARGEST = 256 * 1024;
  static final int MOST_ENTRIES = 1_000;
  private static final Logger LOG = LoggerFactory.getLogger(WorkspaceFiles.class);
  private static final int SOON = 1;

  // An agent could make a read block, so only few may.
  private final Semaphore permits = new Semaphore(4);
  private final WorkspaceStore workspaces;

  WorkspaceFiles(WorkspaceStore workspaces) {
    this.workspaces = workspaces;
  }

  /** The path is relative; an empty one means the workspace itself. */
  Ack read(ChatKey chat, String path) {
    if (!permits.tryAcquire()) {
      return Ack.retryIn(SOON, "too many files are being read; try again");
    }
    try {
      return open(chat, path);
    } catch (NoSuchFileException missing) {
      return noFile(path);
    } catch (IOException | RuntimeException broken) {
      LOG.info("Could not read {} of {}", path, chat, broken);
      return Ack.failed("the file " + path + " cannot be read");
    } finally {
      permits.release();
    }
  }

  private Ack open(ChatKey chat, String path) throws IOException {
    List<String> names = path.isEmpty() ? List.of() : List.of(path.split("/", -1));
    if (names.stream().anyMatch(WorkspaceFiles::isOdd)) {
      return Ack.failed("path: must be relative, without empty names, '.' and '..'");
    }
    Path root = workspaces.place(chat);
    if (!Files.isDirectory(root, NOFOLLOW_LINKS)) {
      return Ack.failed("there is no workspace of " + chat);
    }
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(root)) {
      return stream instanceof SecureDirectoryStream<Path> directory
          ? descend(directory, names, path)
          : Ack.failed("this machine cannot read workspaces safely");
    }
  }

  private static boolean isOdd(String name) {
    return name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('\0') >= 0;
  }

  private static Ack descend(SecureDirectoryStream<Path> directory, List<String> names, String path)
      throws IOException {
    if (names.isEmpty()) {
      return Ack.ok("directory", listing(directory));
    }
    Path name = Path.of(names.getFirst());
    BasicFileAttributes attributes =
        directory
            .getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS)
            .readAttributes();
    if (attributes.isDirectory()) {
      try (SecureDirectoryStream<Path> next = directory.newDirectoryStream(name, NOFOLLOW_LINKS)) {
        return descend(next, names.subList(1, names.size()), path);
      }
    }
    if (!attributes.isRegularFile() || names.size() > 1) {
      return noFile(path);
    }
    return attributes.size() > LARGEST
        ? Ack.failed(path + " has " + attributes.size() + " bytes; the limit is " + LARGEST)
        : Ack.ok("file", content(directory, name));
  }

  private static Ack noFile(String path) {
    return Ack.failed("there is no file " + path);
  }

  private static JsonValue listing(SecureDirectoryStream<Path> directory) throws IOException {
    var entries = new ArrayList<Path>();
    for (Path entry : directory) {
      if (entries.size() == MOST_ENTRIES) {
        break;
      }
      entries.add(entry.getFileName());
    }
    entries.sort(Comparator.comparing(Path::toString));
    JsonWriter out = new JsonWriter().beginObject().name("entries").beginArray();
    for (Path entry : entries) {
      BasicFileAttributes attributes =
          directory
              .getFileAttributeView(entry, BasicFileAttributeView.class, NOFOLLOW_LINKS)
              .readAttributes();
      if (attributes.isDirectory() || attributes.isRegularFile()) {
        out.beginObject().field("name", entry.toString());
        out.field("type", attributes.isDirectory() ? "directory" : "file");
        out.field("size", attributes.size()).endObject();
      }
    }
    return RawJson.trusted(out.endArray().endObject().toByteArray());
  }

  private static JsonValue content(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LARGEST);
    try (SeekableByteChannel file =
        directory.newByteChannel(name, Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS))) {
      while (bytes.hasRemaining() && file.read(bytes) >= 0) {
        // Reads to the end, or to the limit for a file that grows.
      }
    }
    bytes.flip();
    return out -> {
      out.beginObject();
      try {
        out.field("text", UTF_8.newDecoder().decode(bytes.duplicate()).toString());
      } catch (CharacterCodingException binary) {
        byte[] raw = new byte[bytes.remaining()];
        bytes.duplicate().get(raw);
        out.field("blob", Base64.getEncoder().encodeToString(raw));
      }
      out.endObject();
    };
  }
}
