package bub.bus.activity;

import bub.store.FileIdentity;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second bus from writing the same log: its ids would collide with ours. The operating
 * system takes the lock back when the process dies; the empty file stays.
 */
final class LogLock implements AutoCloseable {
  private final FileChannel channel;
  private final FileIdentity identity;

  private LogLock(FileChannel channel, FileIdentity identity) {
    this.channel = channel;
    this.identity = identity;
  }

  static LogLock of(Path file) {
    Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
    try {
      FileChannel channel =
          FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(channel) == null) {
        channel.close();
        throw LogUnusable.inUse(file);
      }
      return new LogLock(channel, FileIdentity.of(lockFile));
    } catch (IOException unreachable) {
      throw LogUnusable.unreachable(file, unreachable);
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  /** False when the locked file was removed: another bus could lock a new one of its name. */
  boolean isInPlace() {
    return identity.isStillThere();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      // The lock goes with the process at the latest.
    }
  }
}
