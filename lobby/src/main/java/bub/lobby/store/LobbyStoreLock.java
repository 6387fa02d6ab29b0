package bub.lobby.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second lobby, of another process or of this one, away from a store. The operating system
 * takes the lock back when the process dies.
 */
final class LobbyStoreLock implements AutoCloseable {
  private final FileChannel channel;

  private LobbyStoreLock(FileChannel channel) {
    this.channel = channel;
  }

  // The lock file stays for ever: to delete it would let two processes lock two files of one name.
  static LobbyStoreLock take(Path store) throws IOException {
    Path file = store.resolveSibling(store.getFileName() + ".lock");
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new LobbyStoreInUse(store);
    }
    return new LobbyStoreLock(channel);
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException oursAlready) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
