package bub.cli.reach;

import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.store.FileIdentity;
import bub.store.StorageFault;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The pid, port and url files of a running bus. Holding the pid file's lock is what makes it the
 * one.
 */
public final class RunFiles implements AutoCloseable {
  private final Path runDir;
  private final Path port;
  private final Path url;
  private FileChannel pidFile;
  private FileIdentity identity;
  private @Nullable URI door;

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
      return URI.create(Files.readString(urlFile(runDir)).strip());
    } catch (IOException | IllegalArgumentException nothingUseful) {
      return null;
    }
  }

  public static RunFiles claim(Path runDir) throws IOException, Refusal {
    return new RunFiles(lockPidFile(runDir), runDir);
  }

  private static FileChannel lockPidFile(Path runDir) throws IOException, Refusal {
    Path pid = pidFile(runDir);
    FileChannel channel =
        FileChannel.open(
            pid, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      throw new Refusal(
          ExitCodes.FAILED,
          "a bus runs here already (pid " + Files.readString(pid).strip() + ", " + runDir + ")",
          "see it:              bub bus status",
          "run a second one:    --run-dir OTHER_DIR --port 0");
    }
    OptionalLong other = RemovedPidFile.holder(pid);
    if (other.isPresent()) {
      channel.close();
      throw new Refusal(
          ExitCodes.FAILED,
          "a bus still runs (pid %d) whose run directory was removed: %s"
              .formatted(other.getAsLong(), runDir),
          "end it first:        kill " + other.getAsLong(),
          "run a second one:    --run-dir OTHER_DIR --port 0");
    }
    writePid(channel);
    return channel;
  }

  /** On a full disk the lock has to do: the number is for people and for {@code bub down}. */
  private static void writePid(FileChannel channel) throws IOException {
    byte[] pid = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8);
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
    Files.writeString(port, where.getPort() + "\n");
    Files.writeString(url, where + "\n");
  }

  /** Makes the directory and its files anew when somebody removed them. */
  public synchronized Presence restoreIfRemoved() {
    if (identity.isStillThere() || !pidFile.isOpen()) {
      return new InPlace();
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

  @Override
  public synchronized void close() {
    try {
      Files.deleteIfExists(port);
      Files.deleteIfExists(url);
      pidFile.truncate(0);
      pidFile.close();
    } catch (IOException leftBehind) {
      // The lock is gone with the process; an old file is overwritten by the next bus.
      System.getLogger(RunFiles.class.getName())
          .log(System.Logger.Level.DEBUG, "could not clean up the run directory", leftBehind);
    }
  }
}
