package bub.client.files;

import bub.json.PositionedJson.Misplaced;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings file that is read again when it changes. After an error, the last good content stays in
 * force. Safe for any thread.
 */
public final class WatchedFile<T> {
  private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);
  static final long MAX_BYTES = 4 << 20;

  /** Parser of the whole file. */
  public interface Parser<T> {
    T parse(byte[] file) throws Misplaced;
  }

  /** {@code content} is null when there never was good content; {@code problem} names the file. */
  public record Reading<T>(@Nullable T content, @Nullable String problem) {}

  private record Version(long size, FileTime modified, @Nullable Object identity) {}

  private final Path path;
  private final Parser<T> parser;
  private final T whenMissing;
  private @Nullable Version version;
  private Reading<T> reading;
  private boolean isRead;

  public WatchedFile(Path path, Parser<T> parser, T whenMissing) {
    this.path = path;
    this.parser = parser;
    this.whenMissing = whenMissing;
    this.reading = new Reading<>(null, null);
  }

  public synchronized Reading<T> read() {
    try {
      var attributes = Files.readAttributes(path, BasicFileAttributes.class);
      var current =
          new Version(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
      if (!isRead || !current.equals(version)) {
        load(current);
      }
    } catch (NoSuchFileException missing) {
      version = null;
      isRead = false;
      reading = new Reading<>(whenMissing, null);
    } catch (IOException unreadable) {
      fail("cannot read " + path + ": " + unreadable.getMessage());
    }
    return reading;
  }

  private void load(Version current) throws IOException {
    if (current.size() > MAX_BYTES) {
      fail(path + " is larger than " + MAX_BYTES + " bytes");
      return;
    }
    byte[] bytes = Files.readAllBytes(path);
    version = current;
    isRead = true;
    try {
      reading = new Reading<>(parser.parse(bytes), null);
    } catch (Misplaced wrong) {
      fail(path + ", " + wrong.getMessage());
    }
  }

  private void fail(String problem) {
    if (!problem.equals(reading.problem())) {
      LOG.error("{}", problem);
    }
    reading = new Reading<>(reading.content(), problem);
  }
}
