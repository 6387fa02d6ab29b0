package bub.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Lock on a file against other openers. The operating system releases it when the process dies. */
public final class StoreLock implements AutoCloseable {
  private final FileChannel channel;
  private final FileIdentity identity;

  private StoreLock(FileChannel channel, FileIdentity identity) {
    this.channel = channel;
    this.identity = identity;
  }

  // Never delete the lock file: two processes could then lock two files of the same name.
  public static StoreLock take(Path store) throws IOException {
    Path file = store.resolveSibling(store.getFileName() + ".lock");
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new StoreInUse(store);
    }
    return new StoreLock(channel, FileIdentity.of(file));
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException oursAlready) {
      return null;
    }
  }

  /** False when the lock file was removed, because another process could then lock a new one. */
  public boolean isInPlace() {
    return identity.isStillThere();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
