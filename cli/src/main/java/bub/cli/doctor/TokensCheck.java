package bub.cli.doctor;

import bub.bus.policy.Grant;
import bub.bus.policy.LockFiles;
import bub.cli.machine.Amounts;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;

/**
 * Whether the bus is locked, and its tokens are in order.
 *
 * @param localToken this user's own
 */
record TokensCheck(LockFiles files, Path localToken, Clock clock) implements Check {
  private static final String OWNER_ONLY = "rw-------";

  @Override
  public String name() {
    return "tokens";
  }

  @Override
  public Finding look() throws IOException {
    List<Grant> grants;
    try {
      grants = files.tokens().read();
      if (grants == null && files.isLocked()) {
        return Finding.broken(
            file() + " is missing, so the locked bus lets nobody in",
            "put it back, or open the bus:  bub token unlock");
      }
    } catch (AccessDeniedException forbidden) {
      return Finding.broken(
          file() + " may not be read by this user", "look as its owner:  sudo -u OWNER bub doctor");
    } catch (IOException damaged) {
      return Finding.broken(
          String.valueOf(damaged.getMessage()),
          "put a good copy back; the locked bus lets nobody in until then",
          "or open the bus and start anew:  bub token unlock");
    }
    return grants == null
        ? Finding.fine(
            "none: open to every program of this machine   (lock it: bub token create --client-id"
                + " me)")
        : judge(files.all());
  }

  private Path file() {
    return files.tokens().path();
  }

  private Finding judge(List<Grant> grants) throws IOException {
    long expired =
        grants.stream().filter(grant -> grant.principal().isExpired(clock.instant())).count();
    String text =
        "locked, "
            + Amounts.count(grants.size(), "token")
            + (expired == 0 ? "" : ", " + expired + " of them expired");
    String owner = Files.getOwner(file()).getName();
    String expected = Files.getOwner(file().toAbsolutePath().getParent()).getName();
    if (!owner.equals(expected)) {
      return Finding.broken(
          text + "; the file belongs to " + owner + ", so a bus of " + expected + " cannot read it",
          "give it back:  sudo chown " + expected + " " + file());
    }
    String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file()));
    if (!permissions.equals(OWNER_ONLY)) {
      return Finding.caution(
          text + "; the file is open to others: " + permissions, "close it:  chmod 600 " + file());
    }
    return Files.isReadable(localToken)
        ? Finding.fine(text)
        : Finding.caution(
            text + "; this user's command line has none", "start the bus once: it makes one");
  }
}
