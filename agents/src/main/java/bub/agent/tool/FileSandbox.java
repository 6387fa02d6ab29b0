package bub.agent.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import bub.json.InvalidField;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Directory with the only files a model may access; neither {@code ..} nor a symbolic link leads
 * out of it. One thread only.
 */
public final class FileSandbox {
  private static final int MAX_PATH = 512;
  private static final int MAX_FILE_BYTES = 1024 * 1024;
  private static final long MAX_BYTES_IN_ALL = 64L * 1024 * 1024;
  private static final int MAX_FILES = 5_000;
  private static final int MAX_LISTED = 500;

  private final Path root;

  private FileSandbox(Path root) {
    this.root = root;
  }

  /** The directory itself may be a link, because the person who starts the agent chooses it. */
  public static FileSandbox in(Path directory) throws IOException {
    return new FileSandbox(directory.toRealPath());
  }

  private record Stock(long files, long bytes) {}

  String read(String path) throws IOException {
    Path file = resolve(path);
    if (!Files.isRegularFile(file, NOFOLLOW_LINKS)) {
      throw new NoSuchFileException("there is no file " + path);
    }
    try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS));
        var in = Channels.newInputStream(channel)) {
      return new String(in.readNBytes(MAX_FILE_BYTES), UTF_8);
    }
  }

  void write(String path, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    Path file = resolve(path);
    if (bytes.length > MAX_FILE_BYTES) {
      throw new InvalidField("text", "has more than " + MAX_FILE_BYTES + " bytes");
    }
    if (Files.exists(file, NOFOLLOW_LINKS) && !Files.isRegularFile(file, NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(path + " is not a file");
    }
    Stock stock = stock();
    boolean isNew = Files.notExists(file, NOFOLLOW_LINKS);
    long more = bytes.length - (isNew ? 0 : Files.size(file));
    if (isNew && stock.files() >= MAX_FILES || stock.bytes() + more > MAX_BYTES_IN_ALL) {
      throw new IOException(
          "there is no room for this file; replace an old file with a shorter one");
    }
    Files.createDirectories(file.getParent());
    Path draft =
        Files.createTempFile(
            file.getParent(),
            ".draft-",
            ".tmp",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      try (var channel = Files.newByteChannel(draft, StandardOpenOption.WRITE)) {
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Names of subdirectories end with a slash. */
  List<String> list(String path) throws IOException {
    Path directory = path.isBlank() || path.equals(".") ? root : resolve(path);
    if (!Files.isDirectory(directory, NOFOLLOW_LINKS)) {
      throw new NoSuchFileException("there is no directory " + path);
    }
    var names = new ArrayList<String>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (names.size() == MAX_LISTED) {
          names.add("…");
          break;
        }
        names.add(entry.getFileName() + (Files.isDirectory(entry, NOFOLLOW_LINKS) ? "/" : ""));
      }
    }
    names.sort(null);
    return names;
  }

  private Path resolve(String path) throws IOException {
    if (path.isBlank() || path.length() > MAX_PATH || path.chars().anyMatch(c -> c < ' ')) {
      throw new InvalidField(
          "path", "must have 1 to " + MAX_PATH + " characters and no control characters");
    }
    Path relative;
    try {
      relative = Path.of(path);
    } catch (InvalidPathException odd) {
      throw new InvalidField("path", "is not a valid path");
    }
    if (relative.isAbsolute()) {
      throw new InvalidField("path", "must not begin with a slash");
    }
    Path at = root;
    for (Path part : relative) {
      if (part.toString().equals("..") || part.toString().equals(".")) {
        throw new InvalidField("path", "must not contain . or ..");
      }
      at = at.resolve(part);
      if (Files.isSymbolicLink(at)) {
        throw new InvalidField("path", "must not contain a symbolic link");
      }
    }
    return at;
  }

  private Stock stock() throws IOException {
    long[] sums = new long[2];
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sums[0]++;
            sums[1] += attributes.size();
            return FileVisitResult.CONTINUE;
          }
        });
    return new Stock(sums[0], sums[1]);
  }
}
