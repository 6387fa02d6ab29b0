package bub.bus.activity.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of a log's active file and of its archives, which sort by age. Safe for any thread. */
public final class LogFiles {
  private static final Set<PosixFilePermission> WRITING =
      EnumSet.of(
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_WRITE);

  private final Path active;
  private final String stem;
  private final String ending;
  private final Pattern archiveName;

  public LogFiles(Path file) {
    active = file.toAbsolutePath();
    String name = String.valueOf(active.getFileName());
    int dot = name.lastIndexOf('.');
    stem = dot > 0 ? name.substring(0, dot) : name;
    ending = dot > 0 ? name.substring(dot) : "";
    archiveName =
        Pattern.compile(Pattern.quote(stem) + "-([0-9]{20})-([0-9]{20})" + Pattern.quote(ending));
  }

  public Path active() {
    return active;
  }

  /** Returns the archives, oldest first. */
  public List<LogArchive> archives() throws IOException {
    var archives = new ArrayList<LogArchive>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder())) {
      for (Path file : files) {
        LogArchive archive = archive(file);
        if (archive != null) {
          archives.add(archive);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException nothingThere) {
      return List.of();
    }
    archives.sort(Comparator.comparingLong(LogArchive::firstId));
    return archives;
  }

  private @Nullable LogArchive archive(Path file) {
    Matcher name = archiveName.matcher(String.valueOf(file.getFileName()));
    if (!name.matches()) {
      return null;
    }
    try {
      return new LogArchive(file, Long.parseLong(name.group(1)), Long.parseLong(name.group(2)));
    } catch (NumberFormatException notOurs) {
      return null;
    }
  }

  /** Turns the active file into an archive. The file must not be open. */
  void putAway(long firstId, long lastId) throws IOException {
    String name = String.format(Locale.ROOT, "%s-%020d-%020d%s", stem, firstId, lastId, ending);
    Path archive = active.resolveSibling(name);
    if (Files.exists(archive)) {
      throw new IOException(archive + " already exists");
    }
    Files.move(active, archive);
    protect(archive);
    try (FileChannel folder = FileChannel.open(folder(), StandardOpenOption.READ)) {
      folder.force(true); // otherwise a power cut could restore the old name
    }
  }

  /** Completes the work of a process that died while it archived a file. */
  void repair() throws IOException {
    for (LogArchive archive : archives()) {
      protect(archive.path());
    }
  }

  /** Removes the write permission of everybody and adds no permission. */
  private static void protect(Path archive) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(archive, PosixFileAttributeView.class);
    Set<PosixFilePermission> rights = EnumSet.copyOf(view.readAttributes().permissions());
    if (rights.removeAll(WRITING)) {
      view.setPermissions(rights);
    }
  }

  Path folder() {
    return active.resolveSibling(".").normalize();
  }
}
