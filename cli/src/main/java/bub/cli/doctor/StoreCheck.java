package bub.cli.doctor;

import bub.bus.activity.file.LogUnusable;
import bub.bus.activity.query.ActivityReader;
import bub.bus.activity.query.QueryRefused;
import bub.cli.doctor.Finding.Severity;
import bub.cli.machine.HumanUnits;
import bub.cli.machine.RunDirectoryOwner;
import bub.lobby.store.LobbyStore;
import bub.protocol.ActivityFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Check that a store can be opened, which leaves the file alone while a bus uses it. */
record StoreCheck(Kind kind, Path file, Path runDir, String user) implements Check {
  enum Kind {
    ACTIVITY("activity log") {
      @Override
      void open(Path file) {
        try (ActivityReader reader = ActivityReader.open(file)) {
          reader.query(ActivityFilter.everything());
        }
      }
    },
    LOBBY("lobby") {
      @Override
      void open(Path file) throws IOException {
        LobbyStore.open(file).close();
      }
    };

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    abstract void open(Path file) throws IOException;
  }

  @Override
  public String name() {
    return kind.title;
  }

  @Override
  public Finding look() throws IOException {
    if (!Files.exists(file)) {
      return Finding.fine(file + ", not created yet");
    }
    String text = file + " (" + HumanUnits.bytes(Files.size(file)) + ")";
    if (!(RunDirectoryOwner.of(runDir) instanceof RunDirectoryOwner.Vacant)) {
      return Finding.fine(text + ", in use by the bus");
    }
    String owner = Files.getOwner(file).getName();
    if (!owner.equals(user)) {
      // Opening a store creates files beside it, which its owner could not open.
      return Finding.fine(text + ", owned by " + owner + ": content not checked");
    }
    try {
      kind.open(file);
      return Finding.fine(text);
    } catch (LogUnusable | QueryRefused | IOException unusable) {
      // The first line states the problem, the following lines state the fixes.
      var lines = String.valueOf(unusable.getMessage()).lines().map(String::strip).toList();
      return new Finding(Severity.BROKEN, lines.getFirst(), lines.subList(1, lines.size()));
    }
  }
}
