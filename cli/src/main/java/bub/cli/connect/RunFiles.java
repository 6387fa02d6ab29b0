package bub.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import bub.bus.policy.AtomicFile;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.ShellWord;
import bub.client.discovery.RunDirectory;
import bub.client.transport.ProofDemand;
import bub.store.FileIdentity;
import bub.store.StorageFault;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files of a running bus; the lock on the pid file allows one bus per directory. */
public final class RunFiles implements AutoCloseable {
  /** File with the path of the directory at the start of the bus, in case it is renamed. */
  static final String PLACE = "bus.dir";

  private static final String SECOND_BUB = "Start another:     bub up --run-dir ~/bub-2 --port 0";
  private static final int KEY_BYTES = 32;
  private static final int MOST_BYTES = 4_096;

  private final String key = newKey();
  private final Path runDir;
  private final Path port;
  private final Path url;
  private FileChannel pidFile;
  private FileIdentity identity;
  private @Nullable URI door;
  private boolean isTold;

  private RunFiles(FileChannel pidFile, Path runDir) {
    this.pidFile = pidFile;
    this.runDir = runDir;
    this.identity = FileIdentity.of(pidFile(runDir));
    this.port = runDir.resolve("bus.port");
    this.url = urlFile(runDir);
  }

  public sealed interface Presence {}

  public record InPlace() implements Presence {}

  public record Restored(Path runDir) implements Presence {}

  /** The directory now has the files that the disk refused before. */
  public record Completed(Path runDir) implements Presence {}

  public record Failed(String reason) implements Presence {}

  private static Path pidFile(Path runDir) {
    return runDir.resolve("bus.pid");
  }

  private static Path urlFile(Path runDir) {
    return runDir.resolve(RunDirectory.URL_FILE);
  }

  /** Returns null when there is none. */
  static @Nullable URI url(Path runDir) {
    return RunDirectory.url(runDir);
  }

  /** Returns null for another process; the process may be older, as {@code ./bub} builds first. */
  public static @Nullable Instant startedAt(Path runDir, long pid) {
    try {
      return read(pidFile(runDir)).equals(Long.toString(pid))
          ? Files.getLastModifiedTime(pidFile(runDir), NOFOLLOW_LINKS).toInstant()
          : null;
    } catch (IOException nothingUseful) {
      return null;
    }
  }

  /** Returns null without a key. */
  public static ProofDemand.@Nullable Key proofKey(Path runDir) {
    return RunDirectory.proofKey(runDir);
  }

  private static Path keyFile(Path runDir) {
    return runDir.resolve(RunDirectory.KEY_FILE);
  }

  /** Does not follow a symbolic link. */
  private static String read(Path file) throws IOException {
    try (var in = Files.newInputStream(file, NOFOLLOW_LINKS)) {
      return new String(in.readNBytes(MOST_BYTES), UTF_8).strip();
    }
  }

  public static RunFiles claim(Path runDir) throws IOException, CommandFailure {
    return new RunFiles(lockPidFile(runDir), runDir);
  }

  /** Returns the option that commands need to find this directory. */
  private static String where(Path runDir) {
    return runDir.equals(BubDirectories.resolve(null, null, System::getenv).run())
        ? ""
        : " --run-dir " + ShellWord.quoted(runDir.toString());
  }

  private static FileChannel lockPidFile(Path runDir) throws IOException, CommandFailure {
    Path pid = pidFile(runDir);
    FileChannel channel =
        FileChannel.open(
            pid,
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            NOFOLLOW_LINKS);
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      throw new CommandFailure(
          ExitCodes.FAILED,
          "A bus is already running (pid " + Files.readString(pid).strip() + ", " + runDir + ").",
          "See its status:    bub status" + where(runDir),
          "Stop it:           bub down" + where(runDir),
          SECOND_BUB);
    }
    DisplacedPidFile.Holder other = DisplacedPidFile.holder(pid);
    if (other != null) {
      channel.close();
      throw new CommandFailure(
          ExitCodes.FAILED,
          "A bus is still running (pid %d), but its run directory %s %s."
              .formatted(other.pid(), runDir, other.fate()),
          "Stop it first:     kill " + other.pid(),
          SECOND_BUB);
    }
    writePid(channel);
    writePlace(runDir);
    return channel;
  }

  /** Without it, on a full disk, a second bus could start after a rename of the directory. */
  private static void writePlace(Path runDir) throws IOException {
    try {
      replace(runDir.resolve(PLACE), runDir.toRealPath() + "\n");
    } catch (IOException failed) {
      if (StorageFault.of(failed) != StorageFault.FULL) {
        throw failed;
      }
    }
  }

  /** A full disk is no error: the lock is enough, and the pid is for people. */
  private static void writePid(FileChannel channel) throws IOException {
    byte[] pid = (ProcessHandle.current().pid() + "\n").getBytes(UTF_8);
    try {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid));
    } catch (IOException failed) {
      if (StorageFault.of(failed) != StorageFault.FULL) {
        throw failed;
      }
    }
  }

  public synchronized void tell(URI where) throws IOException {
    door = where;
    isTold = false;
    try (AtomicFile draft = AtomicFile.of(keyFile(runDir), key.getBytes(UTF_8))) {
      draft.commit();
    }
    replace(port, where.getPort() + "\n");
    replace(url, where + "\n");
    isTold = true;
  }

  /** Returns a random key, new for each start. */
  private static String newKey() {
    byte[] random = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Proves to local clients that this is the bus of this directory. */
  public String proofKey() {
    return key;
  }

  /** Replaces a symbolic link instead of following it; other users may read the file. */
  private static void replace(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".new");
    try {
      Files.writeString(draft, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.move(draft, file, ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** Also writes files that the disk could not hold before. */
  public synchronized Presence restoreIfRemoved() {
    if (identity.isStillThere() || !pidFile.isOpen()) {
      return tellAgain() ? new Completed(runDir) : new InPlace();
    }
    try {
      BubDirectories.createPrivate(runDir);
      FileChannel anew = lockPidFile(runDir);
      pidFile.close();
      pidFile = anew;
      identity = FileIdentity.of(pidFile(runDir));
      if (door != null) {
        tell(door);
      }
      return new Restored(runDir);
    } catch (IOException | CommandFailure failed) {
      return new Failed(String.valueOf(failed.getMessage()));
    }
  }

  /** True when the address was not on disk before, and is now. */
  private boolean tellAgain() {
    URI where = door;
    if (where == null || isTold || !pidFile.isOpen()) {
      return false;
    }
    try {
      pidFile.truncate(0);
      pidFile.position(0);
      writePid(pidFile);
      tell(where);
      return true;
    } catch (IOException stillFull) {
      return false;
    }
  }

  @Override
  public synchronized void close() {
    try {
      Files.deleteIfExists(port);
      Files.deleteIfExists(url);
      Files.deleteIfExists(keyFile(runDir));
      Files.deleteIfExists(runDir.resolve(PLACE));
      pidFile.truncate(0);
      pidFile.close();
    } catch (IOException leftBehind) {
      // The lock ends with the process, and the next bus overwrites an old file.
      System.getLogger(RunFiles.class.getName())
          .log(System.Logger.Level.DEBUG, "Cannot clean up the run directory", leftBehind);
    }
  }
}
