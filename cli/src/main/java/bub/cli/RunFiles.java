package bub.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The pid and port files of a running bus. Holding the pid file's lock is what makes it the one.
 */
final class RunFiles implements AutoCloseable {
  private final FileChannel pidFile;
  private final Path port;

  private RunFiles(FileChannel pidFile, Path port) {
    this.pidFile = pidFile;
    this.port = port;
  }

  static RunFiles claim(Path runDir) throws IOException, Refusal {
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
    return new RunFiles(channel, runDir.resolve("bus.port"));
  }

  void writePort(int number) throws IOException {
    Files.writeString(port, number + "\n");
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(port);
      pidFile.truncate(0);
      pidFile.close();
    } catch (IOException leftBehind) {
      // The lock is gone with the process; an old file is overwritten by the next bus.
      System.getLogger(RunFiles.class.getName())
          .log(System.Logger.Level.DEBUG, "could not clean up the run directory", leftBehind);
    }
  }
}
