package bub.cli.doctor;

import bub.cli.machine.HumanUnits;
import bub.cli.machine.RunDirectoryOwner;
import bub.client.TokenSource;
import bub.protocol.ClientInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Check that a bub runs in this run directory and works. */
record BusCheck(String host, Path runDir, TokenSource token) implements Check {
  @Override
  public String name() {
    return "bus";
  }

  @Override
  public Finding look() throws IOException, InterruptedException {
    return switch (RunDirectoryOwner.of(runDir)) {
      case RunDirectoryOwner.Vacant _ ->
          Finding.fine("no bus runs in " + runDir + "   (start one: bub up)");
      case RunDirectoryOwner.Unclear(String why) ->
          Finding.caution("a bus runs in " + runDir + ", but " + why);
      case RunDirectoryOwner.Held held -> judge(held);
    };
  }

  private Finding judge(RunDirectoryOwner.Held held) throws InterruptedException {
    Integer port = held.port();
    if (port == null) {
      return Finding.caution("pid " + held.pid() + " is starting", "Try again in a second");
    }
    String who = "pid " + held.pid() + ", port " + port;
    var door = new BusProbe(host, port);
    return switch (door.knock()) {
      case BusProbe.Answer.Stranger _, BusProbe.Answer.Silence _ ->
          Finding.broken(
              who + " does not answer /healthz",
              "To see what it does:  jstack " + held.pid(),
              "To stop it:           bub down --force");
      case BusProbe.Answer.ClosedBus(String words) ->
          Finding.broken(
              who + ", " + words, "Restore tokens.json, or open the bus:  bub token unlock");
      case BusProbe.Answer.Encrypted _ ->
          Finding.fine(who + ", encrypted   (query it: bub bus status --url wss://… --ca FILE)");
      case BusProbe.Answer.Bus(String words) ->
          judge(who + up(held) + ", " + words, door.enter(token, runDir));
    };
  }

  private static String up(RunDirectoryOwner.Held held) {
    return held.process()
        .info()
        .startInstant()
        .map(start -> ", up " + HumanUnits.time(Duration.between(start, Instant.now())))
        .orElse("");
  }

  static Finding judge(String bus, BusProbe.Welcome welcome) {
    return switch (welcome) {
      case BusProbe.Welcome.In(String version, var cluster)
          when version.equals(ClientInfo.VERSION) ->
          cluster == null
              ? Finding.fine(bus + ", bub " + version)
              : ClusterFindings.of(bus + ", bub " + version, cluster);
      case BusProbe.Welcome.In(String version, _) ->
          Finding.caution(
              bus + ", bub " + version + ", but this is bub " + ClientInfo.VERSION,
              "To run this version:  bub down && bub up");
      case BusProbe.Welcome.Refused(String why) ->
          Finding.caution(
              bus + ", rejects this user: " + why,
              "Ask its owner to create a token:  bub token create --client-id 'cli:*' --operator");
    };
  }
}
