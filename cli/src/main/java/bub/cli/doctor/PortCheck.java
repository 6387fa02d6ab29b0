package bub.cli.doctor;

import bub.cli.machine.Occupancy;
import bub.cli.machine.PortOwner;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/**
 * Whether a port is free for bub, or taken, and by whom.
 *
 * @param option the one that chooses another port
 */
record PortCheck(String host, int port, String option, Path runDir) implements Check {
  private static final int AWAY = 8;

  @Override
  public String name() {
    return "port " + port;
  }

  @Override
  public Finding look() throws IOException, InterruptedException {
    InetAddress address = InetAddress.getByName(host);
    try (var socket = new ServerSocket()) {
      // Really bound, for a moment: no other question has an answer to rely on.
      socket.bind(new InetSocketAddress(address, port));
      return Finding.fine("free");
    } catch (BindException taken) {
      String why = String.valueOf(taken.getMessage());
      return why.contains("in use")
          ? taken()
          : Finding.broken("not to be had on " + host + ": " + why, another());
    }
  }

  private Finding taken() throws IOException, InterruptedException {
    PortOwner owner = PortOwner.of(port);
    if (Occupancy.of(runDir) instanceof Occupancy.Held held
        && (Integer.valueOf(port).equals(held.port())
            || owner != null && owner.pid() == held.pid())) {
      return Finding.fine("the bub of this run directory, pid " + held.pid());
    }
    String who = owner == null ? "" : " (" + owner.name() + ", pid " + owner.pid() + ")";
    BusDoor.Answer answer = new BusDoor(host, port).knock();
    if (answer instanceof BusDoor.Answer.Bus || answer instanceof BusDoor.Answer.ClosedBus) {
      return Finding.caution("another bub" + who, another());
    }
    return owner == null
        ? Finding.broken(
            "taken, by whom cannot be told",
            "who is it?     sudo ss -ltnp sport = " + port,
            another())
        : Finding.broken("taken" + who, another());
  }

  private String another() {
    return "take another:  bub up " + option + " " + (port + AWAY) + "   (0 picks a free one)";
  }
}
