package bub.console.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import bub.client.TimeSource;
import bub.store.PrivateDirectory;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One-time login codes, each in a file with its hash only, so that another process can create it.
 * Safe for any thread.
 */
public final class LoginCodes {
  public static final Duration GOOD_FOR = Duration.ofMinutes(10);
  private static final String ENDING = ".login";
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path directory;
  private final TimeSource time;
  private final Supplier<String> secrets;

  LoginCodes(Path directory, TimeSource time, Supplier<String> secrets) {
    this.directory = directory;
    this.time = time;
    this.secrets = secrets;
  }

  public static LoginCodes in(Path directory, TimeSource time) {
    return new LoginCodes(directory, time, RandomSecrets.random());
  }

  /** Creates a code that is valid once. */
  public String create(ConsoleRole role) throws IOException {
    PrivateDirectory.create(directory);
    forgetOld();
    String code = secrets.get();
    Path file = file(code);
    String content = role.word() + " " + time.now().plus(GOOD_FOR) + "\n";
    try (var channel = Files.newByteChannel(file, Set.of(CREATE_NEW, WRITE), OWNERS_FILE);
        var out = Channels.newOutputStream(channel)) {
      out.write(content.getBytes(UTF_8));
    }
    giveAway(file);
    return code;
  }

  /**
   * Gives a file that root created to the console's user. That user may have replaced it by a link,
   * so this changes the owner of the link, not of its target.
   */
  private void giveAway(Path file) throws IOException {
    UserPrincipal owner = Files.getOwner(directory);
    var view = Files.getFileAttributeView(file, FileOwnerAttributeView.class, NOFOLLOW_LINKS);
    if (!view.getOwner().equals(owner)) {
      view.setOwner(owner);
    }
  }

  /** Deletes the code; returns null when it is not valid. */
  public @Nullable ConsoleRole redeem(String code) throws IOException {
    Path file = file(code);
    try {
      ConsoleRole role = read(file);
      // Of two clients with the same code, only one can delete it.
      Files.delete(file);
      return role;
    } catch (NoSuchFileException unknown) {
      return null;
    }
  }

  private @Nullable ConsoleRole read(Path file) throws IOException {
    String[] words = Files.readString(file).strip().split(" ", -1);
    try {
      boolean isGood = words.length == 2 && time.now().isBefore(Instant.parse(words[1]));
      return isGood ? ConsoleRole.of(words[0]) : null;
    } catch (DateTimeParseException damaged) {
      return null;
    }
  }

  private void forgetOld() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + ENDING)) {
      for (Path file : files) {
        Instant made = Files.getLastModifiedTime(file).toInstant();
        if (made.plus(GOOD_FOR).isBefore(time.now())) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private Path file(String code) {
    return directory.resolve(RandomSecrets.hash(code) + ENDING);
  }
}
