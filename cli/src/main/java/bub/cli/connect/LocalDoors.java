package bub.cli.connect;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.client.discovery.ProvenPlace;
import bub.console.RunningConsole;
import bub.gateway.local.DoorExchange;
import bub.gateway.local.DoorFinder;
import bub.gateway.local.UnprovenDoor;
import java.io.IOException;
import java.nio.file.Path;

/** Doors of the bub that runs on this machine with these directories. */
public final class LocalDoors {
  private static final String START = "To start it:  bub up";

  private LocalDoors() {}

  /** Refuses when bub does not run, or when another program listens in its place. */
  public static DoorFinder running(BubDirectories places) throws CommandFailure {
    DoorFinder doors = () -> find(places.state());
    try {
      DoorExchange.check(doors);
    } catch (UnprovenDoor other) {
      throw new CommandFailure(
          ExitCodes.UNAVAILABLE,
          "The program that listens on %s did not prove that it is the bub of %s, so it got no secret."
              .formatted(other.place(), places.state()),
          "See which program it is:  ss -ltnp",
          "Stop that program, and start bub again:  bub up");
    } catch (IOException away) {
      throw new CommandFailure(ExitCodes.UNAVAILABLE, notRunning(places.state()), START);
    }
    return doors;
  }

  private static ProvenPlace find(Path state) throws IOException {
    ProvenPlace place = RunningConsole.place(state);
    if (place == null) {
      throw new IOException(notRunning(state) + " " + START);
    }
    return place;
  }

  private static String notRunning(Path state) {
    return "bub is not running (state directory: " + state + ").";
  }
}
