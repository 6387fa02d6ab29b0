package bub.cli.reach;

import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The pid, port and url files of a running bus. Holding the pid file's lock is what makes it the
 * one.
 */
public final class RunFiles implements AutoCloseable {
  private final FileChannel pidFile;
  private final Path port;
  private final Path url;

  private RunFiles(FileChannel pidFile, Path runDir) {
    this.pidFile = pidFile;
    this.port = runDir.resolve("bus.port");
    this.url = urlFile(runDir);
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
    Path pid = runDir.resolve("bus.pid");
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
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
    return new RunFiles(channel, runDir);
  }

  public void tell(URI door) throws IOException {
    Files.writeString(port, door.getPort() + "\n");
    Files.writeString(url, door + "\n");
  }

  @Override
  public void close() {
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
