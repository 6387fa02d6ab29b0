package bub.bus.policy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** Version of a file's content; a missing file has a version too. */
public record FileVersion(long size, @Nullable FileTime modified, @Nullable Object identity) {
  private static final FileVersion MISSING = new FileVersion(-1, null, null);

  static FileVersion of(Path file) throws IOException {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileVersion(
          attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
    } catch (NoSuchFileException missing) {
      return MISSING;
    }
  }
}
