package bub.client.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import bub.json.PositionedJson.Misplaced;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Settings file in the state directory, which one command at a time changes and only its owner can
 * read.
 *
 * @param whenMissing content when there is no file
 * @param text the file as the parser reads it
 */
public record SettingsFile<T>(
    Path path, WatchedFile.Parser<T> parser, T whenMissing, Function<T, String> text) {

  /** Reads the same file again and again, while it changes. */
  public WatchedFile<T> watch() {
    return new WatchedFile<>(path, parser, whenMissing);
  }

  public T read() throws IOException, InvalidSettings {
    try {
      if (Files.size(path) > WatchedFile.MAX_BYTES) {
        throw new InvalidSettings(path + " is larger than " + WatchedFile.MAX_BYTES + " bytes");
      }
      return parser.parse(Files.readAllBytes(path));
    } catch (NoSuchFileException missing) {
      return whenMissing;
    } catch (Misplaced wrong) {
      throw new InvalidSettings(path + ", " + wrong.getMessage());
    }
  }

  /** Refuses content that could not be read again, such as too many entries. */
  private byte[] checked(T content) throws InvalidSettings {
    byte[] bytes = text.apply(content).getBytes(UTF_8);
    try {
      parser.parse(bytes);
      return bytes;
    } catch (Misplaced wrong) {
      throw new InvalidSettings(path + " would be invalid: " + wrong.getMessage());
    }
  }

  /** Returns false when nothing changed. */
  public boolean update(UnaryOperator<T> change) throws IOException, InvalidSettings {
    Path guard = path.resolveSibling(path.getFileName() + ".lock");
    try (FileChannel channel = FileChannel.open(guard, CREATE, WRITE, NOFOLLOW_LINKS);
        FileLock _ = channel.lock()) {
      T before = read();
      T after = change.apply(before);
      if (after.equals(before)) {
        return false;
      }
      PrivateText.write(path, checked(after));
      return true;
    }
  }
}
