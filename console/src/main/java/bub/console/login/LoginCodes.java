package bub.console.login;

import bub.client.Time;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One-time codes, by which whoever may read bub's own files gets into the console. A file each, so
 * that another process can make them; it holds only the code's hash. Safe for any thread.
 */
public final class LoginCodes {
  public static final Duration GOOD_FOR = Duration.ofMinutes(10);
  private static final String ENDING = ".login";

  private final Path directory;
  private final Time time;
  private final Supplier<String> secrets;

  LoginCodes(Path directory, Time time, Supplier<String> secrets) {
    this.directory = directory;
    this.time = time;
    this.secrets = secrets;
  }

  /** Those of the console that keeps its things in this directory. */
  public static LoginCodes in(Path directory, Time time) {
    return new LoginCodes(directory, time, Secrets.random());
  }

  /** A new code, good once and for ten minutes. */
  public String create(Role role) throws IOException {
    PrivateDirectory.create(directory);
    forgetOld();
    String code = secrets.get();
    Path file = file(code);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    if (!Files.getOwner(file).equals(Files.getOwner(directory))) {
      // Root makes it for a console that runs as another user.
      Files.setOwner(file, Files.getOwner(directory));
    }
    Instant end = time.now().plus(GOOD_FOR);
    Files.writeString(file, role.word() + " " + end + "\n", StandardOpenOption.WRITE);
    return code;
  }

  /** What a code allows, and the end of the code; null when it allows nothing. */
  public @Nullable Role redeem(String code) throws IOException {
    Path file = file(code);
    try {
      Role role = read(file);
      // Of two who come with the same code, only one can delete it.
      Files.delete(file);
      return role;
    } catch (NoSuchFileException unknown) {
      return null;
    }
  }

  private @Nullable Role read(Path file) throws IOException {
    String[] words = Files.readString(file).strip().split(" ", -1);
    try {
      boolean isGood = words.length == 2 && time.now().isBefore(Instant.parse(words[1]));
      return isGood ? Role.of(words[0]) : null;
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
    return directory.resolve(Secrets.hash(code) + ENDING);
  }
}
