package bub.cli.doctor;

import bub.bus.policy.LockFiles;
import bub.bus.policy.StoredToken;
import bub.cli.machine.HumanUnits;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;

/** Check of the lock of the bus and of its tokens. */
record TokensCheck(LockFiles files, Path localToken, Clock clock) implements Check {
  private static final String OWNER_ONLY = "rw-------";

  @Override
  public String name() {
    return "tokens";
  }

  @Override
  public Finding look() throws IOException {
    List<StoredToken> grants;
    try {
      grants = files.tokens().read();
      if (grants == null && files.isLocked()) {
        return Finding.broken(
            file() + " is missing, so the locked bus rejects all connections",
            "Restore the file, or open the bus:  bub token unlock");
      }
    } catch (AccessDeniedException forbidden) {
      return Finding.broken(
          "this user cannot read " + file(), "As its owner:  sudo -u OWNER bub doctor");
    } catch (IOException damaged) {
      return Finding.broken(
          String.valueOf(damaged.getMessage()),
          "Restore a good copy. Until then, the locked bus rejects all connections.",
          "Or open the bus and start over:  bub token unlock");
    }
    return grants == null
        ? Finding.fine(
            "none: every program on this machine can connect   (lock the bus: bub token create"
                + " --client-id me)")
        : judge(files.all());
  }

  private Path file() {
    return files.tokens().path();
  }

  private Finding judge(List<StoredToken> grants) throws IOException {
    long expired =
        grants.stream().filter(grant -> grant.principal().isExpired(clock.instant())).count();
    String text =
        "locked, "
            + HumanUnits.count(grants.size(), "token")
            + (expired == 0 ? "" : ", " + expired + " of them expired");
    String owner = Files.getOwner(file()).getName();
    String expected = Files.getOwner(file().toAbsolutePath().getParent()).getName();
    if (!owner.equals(expected)) {
      return Finding.broken(
          text + "; the file belongs to " + owner + ", so a bus of " + expected + " cannot read it",
          "Change the owner:  sudo chown " + expected + " " + file());
    }
    String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file()));
    if (!permissions.equals(OWNER_ONLY)) {
      return Finding.caution(
          text + "; other users can access the file: " + permissions,
          "Make it private:  chmod 600 " + file());
    }
    return Files.isReadable(localToken)
        ? Finding.fine(text)
        : Finding.caution(
            text + "; the commands of this user have no token", "Start the bus once to create one");
  }
}
