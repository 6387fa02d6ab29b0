package bub.cli.doctor;

import bub.cli.machine.PortOwner;
import bub.cli.machine.RunDirectoryOwner;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/** Check that a port is free for bub, or the process that uses it. */
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
      // No other test is reliable.
      socket.bind(new InetSocketAddress(address, port));
      return Finding.fine("free");
    } catch (BindException taken) {
      String why = String.valueOf(taken.getMessage());
      return why.contains("in use")
          ? taken()
          : Finding.broken("not available on " + host + ": " + why, another());
    }
  }

  private Finding taken() throws IOException, InterruptedException {
    PortOwner owner = PortOwner.of(port);
    if (RunDirectoryOwner.of(runDir) instanceof RunDirectoryOwner.Held held
        && (Integer.valueOf(port).equals(held.port())
            || owner != null && owner.pid() == held.pid())) {
      return Finding.fine("in use by the bub of this run directory, pid " + held.pid());
    }
    String who = owner == null ? "" : " (" + owner.name() + ", pid " + owner.pid() + ")";
    BusProbe.Answer answer = new BusProbe(host, port).knock();
    if (answer instanceof BusProbe.Answer.Bus || answer instanceof BusProbe.Answer.ClosedBus) {
      return Finding.caution("in use by another bub" + who, another());
    }
    return owner == null
        ? Finding.broken(
            "in use by an unknown process",
            "To find the process:  sudo ss -ltnp sport = " + port,
            another())
        : Finding.broken("in use" + who, another());
  }

  private String another() {
    return "To use another port:  bub up "
        + option
        + " "
        + (port + AWAY)
        + "   (0 selects a free port)";
  }
}
