package bub.client.discovery;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Check of a run directory, because a user who can write there could direct commands to another
 * bus. In a shared place such as {@code /tmp} it must be this user's and private. Elsewhere, a
 * directory of root is fine too, and root may use directories of other users.
 */
final class RunDirectoryCheck {
  private static final int OTHERS_MAY_WRITE = 0022;
  private static final int OTHERS_MAY_ANYTHING = 0077;
  private static final int ANYBODY_MAY_WRITE = 0002;
  private static final long ROOT = 0;

  private RunDirectoryCheck() {}

  /** Accepts a directory that does not exist yet. */
  static void check(Path directory) throws IOException {
    check(directory.toAbsolutePath(), new UnixSystem().getUid());
  }

  static void check(Path directory, long user) throws IOException {
    boolean shared = isInSharedPlace(directory);
    LinkOption[] links = shared ? new LinkOption[] {LinkOption.NOFOLLOW_LINKS} : new LinkOption[0];
    if (!Files.exists(directory, links)) {
      return;
    }
    if (shared && Files.isSymbolicLink(directory)) {
      throw unsafe(directory, "is a symbolic link", "Remove it:  rm " + directory);
    }
    long owner = ((Number) Files.getAttribute(directory, "unix:uid", links)).longValue();
    boolean trusted = owner == user || owner == ROOT || user == ROOT && !shared;
    if (!trusted) {
      throw unsafe(
          directory,
          "belongs to user " + Files.getOwner(directory, links) + ", not to you",
          "Remove it as root:  sudo rm -r " + directory);
    }
    int mode = (Integer) Files.getAttribute(directory, "unix:mode", links);
    if ((mode & (shared ? OTHERS_MAY_ANYTHING : OTHERS_MAY_WRITE)) != 0) {
      throw unsafe(
          directory,
          "is accessible to other users (mode %03o)".formatted(mode & 0777),
          "If you trust its files, make it private:  chmod 700 " + directory);
    }
  }

  private static boolean isInSharedPlace(Path directory) throws IOException {
    Path parent = directory.getParent();
    if (parent == null) {
      return false;
    }
    try {
      return ((Integer) Files.getAttribute(parent, "unix:mode") & ANYBODY_MAY_WRITE) != 0;
    } catch (NoSuchFileException notYet) {
      return false;
    }
  }

  private static UnsafeRunDirectory unsafe(Path directory, String problem, String remedy) {
    return new UnsafeRunDirectory(
        "Refusing to use the run directory " + directory + ": it " + problem + ".",
        remedy,
        "Or use another:  --run-dir DIR");
  }
}
