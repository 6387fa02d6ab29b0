package bub.cli.doctor;

import bub.bus.policy.Grant;
import bub.bus.policy.TokenFile;
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
record TokensCheck(TokenFile file, Path localToken, Clock clock) implements Check {
  private static final String OWNER_ONLY = "rw-------";

  @Override
  public String name() {
    return "tokens";
  }

  @Override
  public Finding look() throws IOException {
    List<Grant> grants;
    try {
      grants = file.read();
    } catch (AccessDeniedException forbidden) {
      return Finding.broken(
          file.path() + " may not be read by this user",
          "look as its owner:  sudo -u OWNER bub doctor");
    } catch (IOException damaged) {
      return Finding.broken(
          String.valueOf(damaged.getMessage()),
          "put a good copy back, or start anew:  mv "
              + file.path()
              + " "
              + file.path()
              + ".damaged",
          "(without the file the bus is open; then:  bub token create …)");
    }
    return grants == null
        ? Finding.fine("none: open to every program of this machine   (lock it: bub token create)")
        : judge(grants);
  }

  private Finding judge(List<Grant> grants) throws IOException {
    long expired =
        grants.stream().filter(grant -> grant.principal().isExpired(clock.instant())).count();
    String text =
        "locked, "
            + Amounts.count(grants.size(), "token")
            + (expired == 0 ? "" : ", " + expired + " of them expired");
    String owner = Files.getOwner(file.path()).getName();
    String expected = Files.getOwner(file.path().toAbsolutePath().getParent()).getName();
    if (!owner.equals(expected)) {
      return Finding.broken(
          text + "; the file belongs to " + owner + ", so a bus of " + expected + " cannot read it",
          "give it back:  sudo chown " + expected + " " + file.path());
    }
    String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path()));
    if (!permissions.equals(OWNER_ONLY)) {
      return Finding.caution(
          text + "; the file is open to others: " + permissions,
          "close it:  chmod 600 " + file.path());
    }
    return Files.isReadable(localToken)
        ? Finding.fine(text)
        : Finding.caution(
            text + "; this user's command line has none", "start the bus once: it makes one");
  }
}
