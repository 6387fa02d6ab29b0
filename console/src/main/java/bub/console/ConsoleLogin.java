package bub.console;

import bub.client.TimeSource;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginCodes;
import bub.store.PrivateDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Login links, from any process that may write to bub's own directory. */
public final class ConsoleLogin {
  /** URLs of the page, possibly through a proxy, and of the console's own port. */
  record Places(URI page, URI door) {}

  private final Path directory;
  private final LoginCodes codes;

  private ConsoleLogin(Path directory, TimeSource time) {
    this.directory = directory;
    this.codes = LoginCodes.in(directory, time);
  }

  public static ConsoleLogin in(Path stateDir) {
    return in(stateDir, TimeSource.system());
  }

  static ConsoleLogin in(Path stateDir, TimeSource time) {
    return new ConsoleLogin(stateDir.resolve("console"), time);
  }

  /**
   * Creates a link that is valid once and for ten minutes. The code follows the #, because browsers
   * never send that part, and the page removes it from the history.
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

  /** Returns the URLs even after a kill; null after a clean stop. */
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
