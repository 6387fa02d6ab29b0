package bub.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import bub.bus.policy.AtomicFile;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.client.files.WatchedFile;
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

  public T read() throws IOException, CommandFailure {
    try {
      return parser.parse(Files.readAllBytes(path));
    } catch (NoSuchFileException missing) {
      return whenMissing;
    } catch (Misplaced wrong) {
      throw new CommandFailure(
          ExitCodes.CONFIG, path + ", " + wrong.getMessage(), "Correct the file and try again.");
    }
  }

  /** Refuses content that could not be read again, such as too many entries. */
  private byte[] checked(T content) throws CommandFailure {
    byte[] bytes = text.apply(content).getBytes(UTF_8);
    try {
      parser.parse(bytes);
      return bytes;
    } catch (Misplaced wrong) {
      throw new CommandFailure(ExitCodes.CONFIG, path + " would be invalid: " + wrong.getMessage());
    }
  }

  /** Returns false when nothing changed. */
  public boolean update(UnaryOperator<T> change) throws IOException, CommandFailure {
    Path guard = path.resolveSibling(path.getFileName() + ".lock");
    try (FileChannel channel = FileChannel.open(guard, CREATE, WRITE, NOFOLLOW_LINKS);
        FileLock _ = channel.lock()) {
      T before = read();
      T after = change.apply(before);
      if (after.equals(before)) {
        return false;
      }
      try (AtomicFile draft = AtomicFile.of(path, checked(after))) {
        draft.commit();
      }
      return true;
    }
  }
}
