package bub.cli.up;

import bub.cli.machine.HumanUnits;
import bub.cli.screen.Screen;
import bub.cli.up.Overview.TelegramState;
import bub.protocol.ClusterStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Printed form of an overview. */
record OverviewRenderer(Screen screen) {
  private static final int SESSIONS_SHOWN = 12;

  void show(Overview overview) {
    screen.line(
        screen.green("●")
            + " "
            + screen.bold("bub is up")
            + "  "
            + overview.url()
            + screen.dim("  " + whose(overview)));
    if (overview.console() != null) {
      row("console", overview.console().toString());
    }
    TelegramState telegram = overview.telegram();
    if (telegram != null) {
      row("telegram", telegram.words() + screen.dim(screen.runnable("   (bub telegram list)")));
    }
    row("peers", peers(overview));
    row("messages", messages(overview));
    row("log", log(overview));
    if (overview.hasFigure("lobby_agents")) {
      row("lobby", lobby(overview));
    }
    cluster(overview);
    sessions(overview);
  }

  private void cluster(Overview overview) {
    ClusterStatus cluster = overview.cluster();
    if (cluster == null) {
      return;
    }
    ClusterStatus.Nats nats = cluster.nats();
    row(
        "cluster",
        Screen.oneLine(cluster.cluster())
            + ", "
            + HumanUnits.count(cluster.nodes().size(), "node")
            + ", NATS "
            + (nats.isConnected() ? nats.state() : screen.red(Screen.oneLine(nats.state())))
            + (Boolean.FALSE.equals(nats.quorum()) ? ", " + screen.red("no quorum") : ""));
    for (ClusterStatus.Node node : cluster.nodes()) {
      screen.line(
          "    "
              + (node.isUp() ? screen.green("●") : screen.red("○"))
              + " "
              + Screen.oneLine(
                  "%-12s %-8s bub %s".formatted(node.name(), node.state(), node.version()))
              + ", "
              + HumanUnits.count(overview.peersOf(node.name()), "peer")
              + (node.name().equals(cluster.node()) ? screen.dim("   (this node)") : "")
              + (node.rttMs() == null ? "" : screen.dim("   %d ms away".formatted(node.rttMs()))));
    }
  }

  private void row(String name, String text) {
    screen.line("  " + screen.bold("%-10s".formatted(name)) + text);
  }

  private static String whose(Overview overview) {
    var words = new StringBuilder(Screen.oneLine(overview.status().serverId()));
    if (overview.process() != null) {
      words.append(", pid ").append(overview.process().pid());
    }
    Instant started = overview.startedAt();
    if (started != null) {
      words.append(", up ").append(HumanUnits.time(Duration.between(started, Instant.now())));
    }
    return words.toString();
  }

  private static String peers(Overview overview) {
    long patterns = overview.peers().stream().mapToLong(peer -> peer.subscriptions().size()).sum();
    return HumanUnits.number(overview.peers().size())
        + ", "
        + HumanUnits.count(patterns, "subscription")
        + ", heap "
        + HumanUnits.bytes(overview.figure("heap_used_bytes"));
  }

  private static String messages(Overview overview) {
    long good = overview.figure("deliveries_ok_total");
    long nobody = overview.figure("deliveries_no_recipient_total");
    long failed = overview.figures("deliveries_") - good - nobody;
    return ("%s accepted, %s refused, %s in flight; deliveries: %s ok, %s failed, %s without a"
            + " recipient")
        .formatted(
            HumanUnits.number(overview.figure("messages_accepted_total")),
            HumanUnits.number(overview.figure("messages_refused_total")),
            HumanUnits.number(overview.figure("messages_in_flight")),
            HumanUnits.number(good),
            HumanUnits.number(failed),
            HumanUnits.number(nobody));
  }

  private String log(Overview overview) {
    long lost = overview.figure("activity_events_lost_total");
    String text =
        HumanUnits.count(overview.figure("activity_events_written_total"), "event")
            + " written, "
            + (lost == 0 ? "none" : HumanUnits.number(lost))
            + " lost";
    return overview.figure("activity_failing") == 0
        ? text
        : text + ", " + screen.red("but writing fails now: is the disk full?");
  }

  private static String lobby(Overview overview) {
    return "%s, %s online; %s, %s refused"
        .formatted(
            HumanUnits.count(overview.figure("lobby_agents"), "agent"),
            HumanUnits.number(overview.figure("lobby_agents_online")),
            HumanUnits.count(overview.figure("lobby_calls_total"), "call"),
            HumanUnits.number(overview.figure("lobby_calls_refused_total")));
  }

  private void sessions(Overview overview) {
    SessionLines sessions = overview.sessionLines();
    if (sessions == null) {
      return;
    }
    List<SessionLines.Line> alive =
        sessions.lines().stream().filter(SessionLines.Line::isAlive).toList();
    row(
        "sessions",
        alive.size()
            + " of "
            + sessions.total()
            + " active"
            + screen.dim(screen.runnable("   (bub sessions list)")));
    alive.stream().limit(SESSIONS_SHOWN).forEach(this::show);
    if (alive.size() > SESSIONS_SHOWN) {
      screen.line("    and " + (alive.size() - SESSIONS_SHOWN) + " more");
    }
  }

  private void show(SessionLines.Line session) {
    String names = "%-24s %-16s %s".formatted(session.agent(), session.chat(), session.status());
    screen.line(
        "    "
            + (session.isRunning() ? screen.green("●") : screen.dim("○"))
            + " "
            + Screen.oneLine(names)
            + (session.isRunning()
                ? " " + HumanUnits.time(Duration.ofSeconds(session.uptimeSeconds()))
                : "")
            + (session.memoryBytes() > 0 ? ", " + HumanUnits.bytes(session.memoryBytes()) : ""));
  }
}
