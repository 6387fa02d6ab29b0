package bub.cli.up;

import bub.channel.telegram.TelegramBridge;
import bub.channel.telegram.store.Pairing;
import bub.channel.telegram.store.Pairings;
import bub.cli.machine.HumanUnits;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.ClusterStatus;
import bub.protocol.Metrics;
import bub.protocol.Status;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Overview of the running parts of bub; a part that is null is unknown or not in use. */
record Overview(
    URI url,
    Status status,
    Address asker,
    Metrics metrics,
    @Nullable ProcessHandle process,
    @Nullable Instant startedAt,
    @Nullable URI console,
    @Nullable TelegramState telegram,
    @Nullable RawJson sessions,
    @Nullable ClusterStatus cluster)
    implements JsonValue {

  List<Status.Connection> peers() {
    return status.connections().stream().filter(peer -> !peer.clientId().equals(asker)).toList();
  }

  /** Returns the sum over all nodes; 0 when the bus does not have this metric. */
  long figure(String name) {
    return metrics.totals().getOrDefault(name, 0L);
  }

  boolean hasFigure(String name) {
    return metrics.totals().containsKey(name);
  }

  long figures(String beginning) {
    return metrics.totals().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(beginning))
        .mapToLong(entry -> entry.getValue())
        .sum();
  }

  /** Returns the nodes that did not answer. */
  SortedSet<String> missingNodes() {
    var missing = new TreeSet<>(status.missingNodes());
    missing.addAll(metrics.missingNodes());
    return missing;
  }

  long peersOf(String node) {
    return peers().stream().filter(peer -> node.equals(peer.node())).count();
  }

  /** Returns null when the system agent has not listed any. */
  @Nullable SessionLines sessionLines() {
    return sessions == null ? null : SessionLines.read(sessions);
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("url", url.toString()).field("serverId", status.serverId());
    if (process != null) {
      out.field("pid", process.pid());
    }
    out.optional("startedAt", startedAt == null ? null : startedAt.toString());
    out.optional("console", console == null ? null : console.toString());
    if (telegram != null) {
      out.field("telegram", telegram);
    }
    out.field("peers", peers().size()).name("metrics").beginObject();
    metrics.totals().forEach(out::field);
    out.endObject().field("sessions", sessions == null ? RawJson.NULL : sessions);
    out.optional("cluster", cluster).endObject();
  }

  record TelegramState(boolean connected, int approved, int waiting) implements JsonValue {
    /** Returns null when Telegram has never been used with this state directory. */
    static @Nullable TelegramState of(Status status, Path state) throws InterruptedException {
      boolean connected =
          status.connections().stream()
              .anyMatch(peer -> peer.clientId().equals(TelegramBridge.NAME));
      List<Pairing> people = people(state);
      if (!connected && people.isEmpty()) {
        return null;
      }
      int waiting = (int) people.stream().filter(person -> person.code() != null).count();
      return new TelegramState(connected, people.size() - waiting, waiting);
    }

    /** Returns an empty list when the file is missing or belongs to another user. */
    private static List<Pairing> people(Path state) throws InterruptedException {
      if (!Files.isReadable(Pairings.file(state))) {
        return List.of();
      }
      try (Pairings pairings = Pairings.open(state)) {
        return pairings.list();
      } catch (IOException unreadable) {
        return List.of();
      }
    }

    String words() {
      return (connected ? "connected" : "not connected")
          + ", "
          + HumanUnits.number(approved)
          + " approved, "
          + HumanUnits.number(waiting)
          + " waiting for approval";
    }

    @Override
    public void writeTo(JsonWriter out) {
      out.beginObject().field("connected", connected).field("approved", approved);
      out.field("waiting", waiting).endObject();
    }
  }
}
