package bub.cli.connect;

import bub.protocol.Address;
import bub.store.StoreInUse;
import bub.store.StoreLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokens of the MCP clients that run on this machine. A file lock per token tells a running client
 * from a killed one, whose token the next sweep revokes.
 */
public final class ClientTokens {
  private static final Logger LOG = LoggerFactory.getLogger(ClientTokens.class);
  private static final Semaphore THREADS = new Semaphore(1);
  private static final String CHANNEL = "mcp";
  private static final Pattern NAME = Pattern.compile("mcp_[a-z0-9][a-z0-9_-]*\\.[a-z]+");
  private static final String TOKEN = ".token";
  private static final String LOCK = ".lock";

  private final LocalTokens tokens;
  private final Path directory;
  private final Path locks;

  public ClientTokens(BubDirectories directories) {
    this.tokens = new LocalTokens(directories);
    this.directory = directories.state().resolve("agent-tokens");
    this.locks = directory.resolve("running");
  }

  /** Token of this process, until it ends in any way. */
  public final class ClientToken implements AutoCloseable {
    private final Address client;
    private final StoreLock lock;
    private final String text;

    private ClientToken(Address client, StoreLock lock, String text) {
      this.client = client;
      this.lock = lock;
      this.text = text;
    }

    public String text() {
      return text;
    }

    /** Revokes the token. */
    @Override
    public void close() throws IOException {
      try (DirectoryLock _ = lockDirectory()) {
        end(client, lock);
      }
    }
  }

  /** Prevents that one process deletes a lock file that another one opens. */
  private record DirectoryLock(FileChannel lock) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      // A process may lock a file only once.
      try {
        lock.close();
      } finally {
        THREADS.release();
      }
    }
  }

  /** Creates the token of a client; the lock exists first. */
  public ClientToken issue(Address client) throws IOException {
    if (!client.value().startsWith(CHANNEL + ":")) {
      throw new IllegalArgumentException("not an MCP client: " + client);
    }
    try (DirectoryLock _ = lockDirectory()) {
      StoreLock lock = StoreLock.take(locks.resolve(name(client)));
      try {
        return new ClientToken(client, lock, Files.readString(tokens.issue(client)).strip());
      } catch (IOException failed) {
        end(client, lock);
        throw failed;
      }
    }
  }

  /** Revokes the tokens of clients that do not run any more. A failure leaves them to the next. */
  public void sweep() {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryLock _ = lockDirectory()) {
      for (String name : names()) {
        sweep(name);
      }
    } catch (IOException failed) {
      LOG.warn("Cannot revoke the tokens of MCP clients that were killed: {}", failed.toString());
    }
  }

  private void sweep(String name) throws IOException {
    try {
      StoreLock lock = StoreLock.take(locks.resolve(name));
      end(new Address(name.replaceFirst("_", ":")), lock);
    } catch (StoreInUse running) {
      // Its client needs it.
    }
  }

  private Set<String> names() throws IOException {
    var names = new TreeSet<String>();
    addNames(directory, TOKEN, names);
    addNames(locks, LOCK, names);
    return names;
  }

  private static void addNames(Path directory, String ending, Set<String> names)
      throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, CHANNEL + "_*" + ending)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (NAME.matcher(name).matches()) {
          names.add(name.substring(0, name.length() - ending.length()));
        }
      }
    } catch (DirectoryIteratorException failed) {
      throw failed.getCause();
    }
  }

  private static String name(Address client) {
    return client.value().replace(':', '_');
  }

  /** The lock file stays if the token does, so that the next sweep finds it. */
  private void end(Address client, StoreLock lock) throws IOException {
    try (lock) {
      tokens.revoke(client);
      Files.deleteIfExists(locks.resolve(name(client) + LOCK));
    }
  }

  private DirectoryLock lockDirectory() throws IOException {
    THREADS.acquireUninterruptibly();
    FileChannel channel = null;
    try {
      createDirectories();
      channel =
          FileChannel.open(
              locks.resolve("all" + LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock _ = channel.lock();
      return new DirectoryLock(channel);
    } catch (IOException | RuntimeException failed) {
      try {
        if (channel != null) {
          channel.close();
        }
      } finally {
        THREADS.release();
      }
      throw failed;
    }
  }

  /** Creates no parents, because a vanished state directory must not come back empty. */
  private void createDirectories() throws IOException {
    tokens.createDirectory();
    try {
      Files.createDirectory(locks, LocalTokens.ONLY_FOR_OWNER);
    } catch (FileAlreadyExistsException there) {
      if (!Files.isDirectory(locks)) {
        throw there;
      }
    }
  }
}
