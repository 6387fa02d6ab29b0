package bub.system;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lock that admits one system agent per run directory. The kernel releases it when the process
 * ends.
 */
record RunLock(FileChannel channel) implements AutoCloseable {

  static RunLock take(Path runDir) throws IOException {
    FileChannel channel =
        FileChannel.open(
            runDir.resolve("system-agent.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new RunLock(channel);
      }
    } catch (OverlappingFileLockException inThisProcess) {
      // Treated like a lock of another process.
    }
    channel.close();
    throw new IOException("a system agent already runs in " + runDir);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
