package bub.console;

import bub.client.Time;
import bub.console.login.LoginCodes;
import bub.console.login.PrivateDirectory;
import bub.console.login.Role;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Makes links by which people get into the console, from any process that may write into bub's own
 * directory.
 */
public final class ConsoleLogin {
  private final Path directory;
  private final LoginCodes codes;

  private ConsoleLogin(Path directory, Time time) {
    this.directory = directory;
    this.codes = LoginCodes.in(directory, time);
  }

  /** For the console with this state directory. */
  public static ConsoleLogin in(Path stateDir) {
    return in(stateDir, Time.system());
  }

  static ConsoleLogin in(Path stateDir, Time time) {
    return new ConsoleLogin(stateDir.resolve("console"), time);
  }

  /**
   * A link that is good once and for ten minutes. The code stands after the #: browsers never send
   * that to anybody, and the page takes it out of the history.
   *
   * @throws NoSuchFileException when no console runs
   */
  public URI link(Role role) throws IOException {
    URI console = URI.create(Files.readString(urlFile()).strip());
    return console.resolve("/login#" + codes.create(role));
  }

  LoginCodes codes() {
    return codes;
  }

  void tell(URI console) throws IOException {
    PrivateDirectory.create(directory);
    Files.writeString(urlFile(), console + "\n");
  }

  void forget() throws IOException {
    Files.deleteIfExists(urlFile());
  }

  private Path urlFile() {
    return directory.resolve("console.url");
  }
}
