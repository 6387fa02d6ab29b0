package bub.cli.up;

import bub.channel.telegram.TelegramBridge;
import bub.channel.telegram.store.Pairing;
import bub.channel.telegram.store.Pairings;
import bub.cli.machine.HumanUnits;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** State of the Telegram bridge, with the numbers of approved and waiting people. */
record TelegramState(boolean connected, int approved, int waiting) implements JsonValue {
  /** Returns null when Telegram has never been used with this state directory. */
  static @Nullable TelegramState of(Status status, Path state) throws InterruptedException {
    boolean connected =
        status.connections().stream().anyMatch(peer -> peer.clientId().equals(TelegramBridge.NAME));
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
