package bub.cli.doctor;

import bub.cli.machine.Amounts;
import bub.cli.machine.Occupancy;
import bub.client.TokenSource;
import bub.protocol.ClientInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Whether a bub runs in this run directory, and is well. */
record BusCheck(String host, Path runDir, TokenSource token) implements Check {
  @Override
  public String name() {
    return "bus";
  }

  @Override
  public Finding look() throws IOException, InterruptedException {
    return switch (Occupancy.of(runDir)) {
      case Occupancy.Vacant _ -> Finding.fine("none runs in " + runDir + "   (bub up)");
      case Occupancy.Unclear(String why) ->
          Finding.caution("one runs in " + runDir + ", but " + why);
      case Occupancy.Held held -> judge(held);
    };
  }

  private Finding judge(Occupancy.Held held) throws InterruptedException {
    Integer port = held.port();
    if (port == null) {
      return Finding.caution("pid " + held.pid() + " is starting", "look again in a second");
    }
    String who = "pid " + held.pid() + ", port " + port;
    var door = new BusDoor(host, port);
    return switch (door.knock()) {
      case BusDoor.Answer.Stranger _, BusDoor.Answer.Silence _ ->
          Finding.broken(
              who + " does not answer /healthz",
              "see what it does:  jstack " + held.pid(),
              "end it:            bub down --force");
      case BusDoor.Answer.ClosedBus(String words) ->
          Finding.broken(
              who + ", " + words, "put tokens.json back, or open the bus:  bub token unlock");
      case BusDoor.Answer.Encrypted _ ->
          Finding.fine(who + ", encrypted   (ask it: bub bus status --url wss://… --ca FILE)");
      case BusDoor.Answer.Bus(String words) ->
          judge(who + up(held) + ", " + words, door.enter(token, runDir));
    };
  }

  private static String up(Occupancy.Held held) {
    return held.process()
        .info()
        .startInstant()
        .map(start -> ", up " + Amounts.time(Duration.between(start, Instant.now())))
        .orElse("");
  }

  static Finding judge(String bus, BusDoor.Welcome welcome) {
    return switch (welcome) {
      case BusDoor.Welcome.In(String version) when version.equals(ClientInfo.VERSION) ->
          Finding.fine(bus + ", bub " + version);
      case BusDoor.Welcome.In(String version) ->
          Finding.caution(
              bus + ", bub " + version + ", but this is bub " + ClientInfo.VERSION,
              "run this one:  bub down && bub up");
      case BusDoor.Welcome.Refused(String why) ->
          Finding.caution(
              bus + ", does not let this user in: " + why,
              "ask its owner for a token:  bub token create --client-id 'cli:*' --operator");
    };
  }
}
