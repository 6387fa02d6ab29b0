package bub.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.TimeSource;
import bub.client.discovery.ProvenPlace;
import bub.client.files.PrivateText;
import bub.client.transport.ProofDemand;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginCodes;
import bub.protocol.ListenerProof;
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

  /** Only this user can read the key. A killed console leaves it behind, and nobody else has it. */
  void tell(String proofKey) throws IOException {
    PrivateDirectory.create(directory);
    PrivateText.write(keyFile(), (proofKey + "\n").getBytes(UTF_8));
  }

  /** Place of the console of this state directory, even after a kill; null after a clean stop. */
  @Nullable ProvenPlace provenPlace() throws IOException {
    Places console = places();
    if (console == null) {
      return null;
    }
    try {
      String key = Files.readString(keyFile()).strip();
      return new ProvenPlace(console.door(), new ProofDemand.Key(ListenerProof.CONSOLE_KEY, key));
    } catch (NoSuchFileException olderBub) {
      return null;
    }
  }

  void forget() throws IOException {
    Files.deleteIfExists(urlFile());
    Files.deleteIfExists(keyFile());
  }

  private Path keyFile() {
    return directory.resolve("console.key");
  }

  private Path urlFile() {
    return directory.resolve("console.url");
  }
}
