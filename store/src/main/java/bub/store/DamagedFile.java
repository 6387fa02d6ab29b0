package bub.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Damaged SQLite file, which is moved out of the way together with its {@code -wal}, {@code -shm}
 * and {@code -journal} files.
 */
public final class DamagedFile {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final List<String> COMPANIONS = List.of("-wal", "-shm", "-journal");

  private DamagedFile() {}

  /** Renames {@code file} to {@code NAME.damaged-TIME} and returns its new path. */
  public static Path setAside(Path file, Instant now) throws IOException {
    Path aside = freeName(file, now);
    Files.move(file, aside);
    for (String ending : COMPANIONS) {
      Path companion = withEnding(file, ending);
      if (Files.exists(companion)) {
        Files.move(companion, withEnding(aside, ending));
      }
    }
    return aside;
  }

  private static Path freeName(Path file, Instant now) {
    Path aside = withEnding(file, ".damaged-" + TIME.format(now));
    Path free = aside;
    for (int i = 2; Files.exists(free); i++) {
      free = withEnding(aside, "-" + i);
    }
    return free;
  }

  private static Path withEnding(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }
}
