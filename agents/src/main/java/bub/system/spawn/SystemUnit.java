package bub.system.spawn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The unit for agents where bub is installed for the whole machine, by root. */
public final class SystemUnit {
  /** The name of its file. */
  public static final String FILE_NAME = "bub-agent@.service";

  private SystemUnit() {}

  /**
   * The text of the unit.
   *
   * @param launcher the program that takes {@code agent --client-id …}
   */
  public static String text(Path launcher) {
    try (var in = SystemUnit.class.getResourceAsStream(FILE_NAME)) {
      if (in == null) {
        throw new IllegalStateException(FILE_NAME + " is not on the class path");
      }
      String escaped = launcher.toString().replace("%", "%%").replace(" ", "\\x20");
      return new String(in.readAllBytes(), UTF_8).replace("@LAUNCHER@", escaped);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
