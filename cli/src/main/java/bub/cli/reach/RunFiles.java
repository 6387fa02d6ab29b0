package bub.cli.reach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import bub.bus.policy.FileDraft;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.cli.screen.ShellWord;
import bub.client.transport.ProofDemand;
import bub.protocol.ListenerProof;
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

/**
 * The pid, port, url and key files of a running bus. Holding the pid file's lock is what makes it
 * the one.
 */
public final class RunFiles implements AutoCloseable {
  /** The file that says where the directory was when the bus began, in case it is renamed. */
  static final String PLACE = "bus.dir";

  private static final String SECOND_BUB = "run a second one:    bub up --run-dir ~/bub-2 --port 0";
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

  /** The state of the run directory, as {@link #restoreIfRemoved} found it. */
  public sealed interface Presence {}

  public record InPlace() implements Presence {}

  /** It was gone and is there again. */
  public record Restored(Path runDir) implements Presence {}

  /** It is there, and has its files now, which the disk refused before. */
  public record Completed(Path runDir) implements Presence {}

  /** It is gone. */
  public record Failed(String reason) implements Presence {}

  private static Path pidFile(Path runDir) {
    return runDir.resolve("bus.pid");
  }

  private static Path urlFile(Path runDir) {
    return runDir.resolve("bus.url");
  }

  /** Where the bus of this directory is, as it said itself; null when it has not. */
  static @Nullable URI url(Path runDir) {
    try {
      return URI.create(read(urlFile(runDir)));
    } catch (IOException | IllegalArgumentException nothingUseful) {
      return null;
    }
  }

  /**
   * Time at which the bus of this directory started, or null when it is not this process. The start
   * of the process itself may be earlier: {@code ./bub} builds the program first.
   */
  public static @Nullable Instant startedAt(Path runDir, long pid) {
    try {
      return read(pidFile(runDir)).equals(Long.toString(pid))
          ? Files.getLastModifiedTime(pidFile(runDir), NOFOLLOW_LINKS).toInstant()
          : null;
    } catch (IOException nothingUseful) {
      return null;
    }
  }

  /** The key with which the bus of this directory proves itself; null when there is none. */
  public static ProofDemand.@Nullable Key proofKey(Path runDir) {
    try {
      String key = read(keyFile(runDir));
      return key.isEmpty() ? null : new ProofDemand.Key(ListenerProof.RUN_DIRECTORY_KEY, key);
    } catch (IOException nothingUseful) {
      return null;
    }
  }

  private static Path keyFile(Path runDir) {
    return runDir.resolve("bus.key");
  }

  /** Reads a small file; a link in its place is not followed. */
  private static String read(Path file) throws IOException {
    try (var in = Files.newInputStream(file, NOFOLLOW_LINKS)) {
      return new String(in.readNBytes(MOST_BYTES), UTF_8).strip();
    }
  }

  public static RunFiles claim(Path runDir) throws IOException, Refusal {
    return new RunFiles(lockPidFile(runDir), runDir);
  }

  /** The option that commands need to find this directory. */
  private static String where(Path runDir) {
    return runDir.equals(Directories.resolve(null, null, System::getenv).run())
        ? ""
        : " --run-dir " + ShellWord.quoted(runDir.toString());
  }

  private static FileChannel lockPidFile(Path runDir) throws IOException, Refusal {
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
      throw new Refusal(
          ExitCodes.FAILED,
          "a bus runs here already (pid " + Files.readString(pid).strip() + ", " + runDir + ")",
          "see it:              bub status" + where(runDir),
          "stop it:             bub down" + where(runDir),
          SECOND_BUB);
    }
    DisplacedPidFile.Holder other = DisplacedPidFile.holder(pid);
    if (other != null) {
      channel.close();
      throw new Refusal(
          ExitCodes.FAILED,
          "a bus still runs (pid %d) whose run directory %s %s"
              .formatted(other.pid(), runDir, other.fate()),
          "end it first:        kill " + other.pid(),
          SECOND_BUB);
    }
    writePid(channel);
    writePlace(runDir);
    return channel;
  }

  /** On a full disk a second bus could start if this directory were renamed, too. */
  private static void writePlace(Path runDir) throws IOException {
    try {
      replace(runDir.resolve(PLACE), runDir.toRealPath() + "\n");
    } catch (IOException failed) {
      if (StorageFault.of(failed) != StorageFault.FULL) {
        throw failed;
      }
    }
  }

  /** On a full disk the lock has to do: the number is for people and for {@code bub down}. */
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

  /** Tells other processes where the bus is. */
  public synchronized void tell(URI where) throws IOException {
    door = where;
    isTold = false;
    try (FileDraft draft = FileDraft.of(keyFile(runDir), key.getBytes(UTF_8))) {
      draft.commit();
    }
    replace(port, where.getPort() + "\n");
    replace(url, where + "\n");
    isTold = true;
  }

  /** A new key for every start. */
  private static String newKey() {
    byte[] random = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Proves to local clients that this is the bus of this directory. */
  public String proofKey() {
    return key;
  }

  /** Writes a file that others may read; a link in its place is replaced, not followed. */
  private static void replace(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".new");
    try {
      Files.writeString(draft, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.move(draft, file, ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /**
   * Makes the directory and its files anew when somebody removed them, and the files alone when the
   * disk took none of them before.
   */
  public synchronized Presence restoreIfRemoved() {
    if (identity.isStillThere() || !pidFile.isOpen()) {
      return tellAgain() ? new Completed(runDir) : new InPlace();
    }
    try {
      Directories.createPrivate(runDir);
      FileChannel anew = lockPidFile(runDir);
      pidFile.close();
      pidFile = anew;
      identity = FileIdentity.of(pidFile(runDir));
      if (door != null) {
        tell(door);
      }
      return new Restored(runDir);
    } catch (IOException | Refusal failed) {
      return new Failed(String.valueOf(failed.getMessage()));
    }
  }

  /** True when other processes were not told before, and are now. */
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
      // The lock is gone with the process; an old file is overwritten by the next bus.
      System.getLogger(RunFiles.class.getName())
          .log(System.Logger.Level.DEBUG, "could not clean up the run directory", leftBehind);
    }
  }
}
