package bub.bus.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** File attributes that show a change of the files, including a link that now leads to others. */
record FileStamps(List<Stamp> stamps) {

  private record Stamp(long size, @Nullable FileTime modified, @Nullable Object identity) {
    static Stamp of(Path file) {
      try {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
      } catch (IOException missing) {
        return new Stamp(0, null, null);
      }
    }
  }

  static FileStamps of(TlsFiles files) {
    return new FileStamps(
        Stream.concat(
                Stream.of(files.certificate(), files.key()), Stream.ofNullable(files.clientCa()))
            .map(Stamp::of)
            .toList());
  }
}
