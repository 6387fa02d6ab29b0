package bub.cli.doctor;

import bub.cli.machine.HumanUnits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Check that no file has a time in the future, which would show a wrong clock. */
record ClockCheck(Clock clock, List<Path> written) implements Check {
  private static final Duration SLACK = Duration.ofMinutes(1);
  private static final Duration FAR = Duration.ofDays(1);

  @Override
  public String name() {
    return "clock";
  }

  @Override
  public Finding look() throws IOException {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    Path newest = null;
    Duration ahead = SLACK;
    for (Path file : files()) {
      Duration distance = Duration.between(now, Files.getLastModifiedTime(file).toInstant());
      if (distance.compareTo(ahead) > 0) {
        newest = file;
        ahead = distance;
      }
    }
    if (newest == null) {
      return Finding.fine(now.toString());
    }
    String text =
        "%s, but the modification time of %s is %s ahead"
            .formatted(now, newest, HumanUnits.time(ahead));
    String remedy =
        "Set the clock:  timedatectl set-ntp true   (it affects token expiry and log order)";
    return ahead.compareTo(FAR) > 0 ? Finding.broken(text, remedy) : Finding.caution(text, remedy);
  }

  private List<Path> files() {
    var there = new ArrayList<Path>();
    for (Path file : written) {
      if (Files.exists(file)) {
        there.add(file);
      }
    }
    return there;
  }
}
