package bub.cli.doctor;

import bub.cli.machine.HumanUnits;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Check that a directory of bub exists or can be created, is private, and has a suitable disk. */
record DirectoryCheck(Use use, Path directory, String user) implements Check {
  enum Use {
    /** Files that live until the next boot. */
    RUN(1L << 20, 16L << 20),
    /** Files that must survive a reboot. */
    STATE(64L << 20, 1L << 30);

    private final long least;
    private final long comfortable;

    Use(long least, long comfortable) {
      this.least = least;
      this.comfortable = comfortable;
    }

    String option() {
      return "--" + word() + "-dir";
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
  private static final Set<String> REMOTE =
      Set.of("nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "ceph", "glusterfs");

  @Override
  public String name() {
    return use.word() + " dir";
  }

  @Override
  public Finding look() throws IOException {
    return judge(DirectoryFacts.of(directory));
  }

  Finding judge(DirectoryFacts facts) {
    String elsewhere = "Or choose another:  " + use.option() + " DIR";
    if (!facts.isDirectory()) {
      return Finding.broken(facts.seen() + " is not a directory", "Move it away", elsewhere);
    }
    if (!facts.writable()) {
      return facts.exists()
          ? Finding.broken(
              directory + " belongs to " + facts.owner() + ", and " + user + " cannot write to it",
              "Change the owner:   sudo chown -R " + user + " " + directory,
              elsewhere)
          : Finding.broken(
              directory + " cannot be created: " + user + " cannot write to " + facts.seen(),
              "Create it:          sudo install -d -m 700 -o " + user + " " + directory,
              elsewhere);
    }
    if (facts.freeBytes() < use.least) {
      return Finding.broken(
          directory + " has only " + HumanUnits.bytes(facts.freeBytes()) + " free",
          "Free some space",
          elsewhere);
    }
    return judgeComfort(facts, elsewhere);
  }

  private Finding judgeComfort(DirectoryFacts facts, String elsewhere) {
    String where =
        "%s%s (%s, %s free)"
            .formatted(
                directory,
                facts.exists() ? "" : ", not created yet",
                facts.fileSystem(),
                HumanUnits.bytes(facts.freeBytes()));
    if (facts.exists() && !facts.owner().equals(user)) {
      return Finding.caution(
          where
              + " belongs to "
              + facts.owner()
              + ", who cannot read the files that "
              + user
              + " creates there",
          "Run bub as " + facts.owner() + ":  sudo -u " + facts.owner() + " bub …");
    }
    if (facts.exists() && facts.isOpenToOthers()) {
      return Finding.caution(
          where + " is accessible to other users", "Make it private:  chmod 700 " + directory);
    }
    if (REMOTE.contains(facts.fileSystem())) {
      return Finding.caution(
          where + ": file locks are unreliable on a network file system", elsewhere);
    }
    if (use == Use.STATE && IN_MEMORY.contains(facts.fileSystem())) {
      return Finding.caution(where + ": its files are lost at the next boot", elsewhere);
    }
    return facts.freeBytes() < use.comfortable
        ? Finding.caution(where + ": little free space", "Free some space", elsewhere)
        : Finding.fine(where);
  }

  /** Properties of a directory, or of its nearest existing ancestor. */
  record DirectoryFacts(
      Path directory,
      Path seen,
      boolean isDirectory,
      boolean writable,
      String owner,
      Set<PosixFilePermission> permissions,
      String fileSystem,
      long freeBytes) {
    private static final Set<PosixFilePermission> OWNERS =
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE);

    static DirectoryFacts of(Path path) throws IOException {
      Path directory = path.toAbsolutePath();
      Path seen = nearest(directory);
      PosixFileAttributes attributes = Files.readAttributes(seen, PosixFileAttributes.class);
      FileStore store = Files.getFileStore(seen);
      return new DirectoryFacts(
          directory,
          seen,
          attributes.isDirectory(),
          Files.isWritable(seen),
          attributes.owner().getName(),
          attributes.permissions(),
          store.type(),
          store.getUsableSpace());
    }

    private static Path nearest(Path directory) throws IOException {
      @Nullable Path at = directory;
      while (at != null && !Files.exists(at)) {
        at = at.getParent();
      }
      if (at == null) {
        throw new IOException(directory + " and all its parents are missing");
      }
      return at;
    }

    boolean exists() {
      return directory.equals(seen);
    }

    boolean isOpenToOthers() {
      return !OWNERS.containsAll(permissions);
    }
  }
}
