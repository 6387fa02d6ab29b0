package bub.console;

import bub.client.TimeSource;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginCodes;
import bub.console.login.PrivateDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes links by which people get into the console, from any process that may write into bub's own
 * directory.
 */
public final class ConsoleLogin {
  /**
   * Where a console is.
   *
   * @param page for browsers, which may have to take the way through a proxy
   * @param door the console's own port
   */
  record Places(URI page, URI door) {}

  private final Path directory;
  private final LoginCodes codes;

  private ConsoleLogin(Path directory, TimeSource time) {
    this.directory = directory;
    this.codes = LoginCodes.in(directory, time);
  }

  /** For the console with this state directory. */
  public static ConsoleLogin in(Path stateDir) {
    return in(stateDir, TimeSource.system());
  }

  static ConsoleLogin in(Path stateDir, TimeSource time) {
    return new ConsoleLogin(stateDir.resolve("console"), time);
  }

  /**
   * A link that is good once and for ten minutes. The code stands after the #: browsers never send
   * that to anybody, and the page takes it out of the history.
   *
   * @throws NoSuchFileException when no console runs
   */
  public URI link(ConsoleRole role) throws IOException {
    Places console = places();
    if (console == null) {
      throw new NoSuchFileException(urlFile().toString());
    }
    return console.page().resolve("/login#" + codes.create(role));
  }

  LoginCodes codes() {
    return codes;
  }

  void tell(Places console) throws IOException {
    PrivateDirectory.create(directory);
    Files.writeString(urlFile(), console.page() + "\n" + console.door() + "\n");
  }

  /** As the last console told it, whether it still runs or not; null when it ended in order. */
  @Nullable Places places() throws IOException {
    try {
      List<String> lines = Files.readAllLines(urlFile());
      return lines.size() < 2
          ? null
          : new Places(URI.create(lines.get(0)), URI.create(lines.get(1)));
    } catch (NoSuchFileException | IllegalArgumentException nothingUseful) {
      return null;
    }
  }

  void forget() throws IOException {
    Files.deleteIfExists(urlFile());
  }

  private Path urlFile() {
    return directory.resolve("console.url");
  }
}
