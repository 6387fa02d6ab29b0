package bub.gateway.lobby;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyClient;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Capabilities of all agents that are online; the list is at most a second old. */
public final class CapabilityCatalog {
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST = 10_000;

  /** A capability of one agent. */
  public record Offer(Address agent, Capability capability) {}

  private record Snapshot(List<Offer> offers, long atNanos) {}

  private final LobbyClient lobby;
  private final LongSupplier nanoTime;
  // Null until the first read, and while the list must be read again.
  private volatile @Nullable Snapshot current;
  // Guarded by this.
  private List<Offer> last = List.of();

  public CapabilityCatalog(LobbyClient lobby, LongSupplier nanoTime) {
    this.lobby = lobby;
    this.nanoTime = nanoTime;
  }

  /** Returns the list if it is fresh, or null. Never blocks, not even for another reader. */
  public @Nullable List<Offer> known() {
    Snapshot snapshot = current;
    return snapshot != null && nanoTime.getAsLong() - snapshot.atNanos() <= FRESH_NANOS
        ? snapshot.offers()
        : null;
  }

  /** Returns the same list as before while nothing has changed; blocks. */
  public synchronized List<Offer> offers() throws CallRefused, NoAnswer, InterruptedException {
    List<Offer> known = known();
    if (known != null) {
      return known;
    }
    List<Offer> fresh = read();
    if (!last.equals(fresh)) {
      last = fresh;
    }
    current = new Snapshot(last, nanoTime.getAsLong());
    return last;
  }

  public synchronized List<Offer> refreshed() throws CallRefused, NoAnswer, InterruptedException {
    current = null;
    return offers();
  }

  private List<Offer> read() throws CallRefused, NoAnswer, InterruptedException {
    var all = new ArrayList<Offer>();
    AgentPage.Query query = AgentPage.Query.first();
    while (true) {
      AgentPage page = lobby.agents(query);
      page.agents().stream().filter(AgentEntry::online).forEach(agent -> add(agent, all));
      Address next = page.next();
      if (next == null || all.size() >= MOST) {
        return List.copyOf(all);
      }
      query = new AgentPage.Query(null, next, AgentPage.Query.MAX_LIMIT);
    }
  }

  private static void add(AgentEntry agent, List<Offer> all) {
    for (RawJson capability : agent.capabilities()) {
      try {
        all.add(new Offer(agent.agent(), Capability.read(capability.detached())));
      } catch (InvalidField newer) {
        // A lobby of another version may know more than this door.
      }
    }
  }
}
