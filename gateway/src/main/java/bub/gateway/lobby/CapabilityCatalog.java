package bub.gateway.lobby;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyClient;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.PlainText;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityText;
import bub.protocol.lobby.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Capabilities of all agents that are online, with clean texts; the list is at most a second old.
 */
public final class CapabilityCatalog {
  /** Age at which a list is fetched again. */
  public static final Duration FRESH = Duration.ofSeconds(1);

  // Long enough for a client to read all pages of one list.
  private static final Duration SAME_LIST = Duration.ofSeconds(30);
  private static final int MOST = 10_000;
  private static final Logger LOG = LoggerFactory.getLogger(CapabilityCatalog.class);

  /**
   * A capability of one agent.
   *
   * @param hasFirstContract true when its contract is that of the agent that registered first under
   *     this name, even if that agent is offline
   */
  public record Offer(
      Address agent, Capability capability, Instant registeredAt, boolean hasFirstContract) {}

  private record Registered(AgentEntry agent, List<Capability> capabilities) {}

  private record Snapshot(List<Offer> offers, long atNanos) {}

  private final LobbyClient lobby;
  private final LongSupplier nanoTime;
  private final Function<Capability, Object> kind;
  private final int most;
  private final TruncationWarning warning;
  // Null until the first read, and while the list must be read again.
  private volatile @Nullable Snapshot current;
  // Guarded by this.
  private List<Offer> last = List.of();

  /** Capabilities of a different {@code kind} do not share a name. */
  public CapabilityCatalog(
      LobbyClient lobby, LongSupplier nanoTime, Function<Capability, Object> kind) {
    this(lobby, nanoTime, kind, MOST);
  }

  CapabilityCatalog(
      LobbyClient lobby, LongSupplier nanoTime, Function<Capability, Object> kind, int most) {
    this.lobby = lobby;
    this.nanoTime = nanoTime;
    this.kind = kind;
    this.most = most;
    this.warning =
        new TruncationWarning(
            LOG,
            "The lobby has more agents than the doors show: MCP tools and A2A cards have about "
                + most
                + " capabilities at most, those of the first agents by address.");
  }

  /** Returns the list if it is fresh, or null. Never blocks, not even for another reader. */
  public @Nullable List<Offer> known() {
    return known(FRESH);
  }

  private @Nullable List<Offer> known(Duration atMost) {
    Snapshot snapshot = current;
    return snapshot != null && nanoTime.getAsLong() - snapshot.atNanos() <= atMost.toNanos()
        ? snapshot.offers()
        : null;
  }

  /** Returns the list of the pages before, unless they are long ago; may block. */
  public List<Offer> offersOfNextPage() throws CallRefused, NoAnswer, InterruptedException {
    List<Offer> same = known(SAME_LIST);
    return same == null ? offers() : same;
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
    var online = new ArrayList<Registered>();
    var first = new FirstProviders(kind);
    int count = 0;
    AgentPage.Query query = AgentPage.Query.first();
    while (true) {
      AgentPage page = lobby.agents(query);
      for (AgentEntry agent : page.agents()) {
        List<Capability> capabilities = capabilities(agent);
        first.add(agent, capabilities);
        if (agent.online()) {
          online.add(new Registered(agent, capabilities));
          count += capabilities.size();
        }
      }
      Address next = page.next();
      if (next == null) {
        warning.complete();
        return offers(online, first);
      }
      if (count >= most) {
        warning.truncated();
        return offers(online, first);
      }
      query = new AgentPage.Query(null, next, AgentPage.Query.MAX_LIMIT);
    }
  }

  private static List<Capability> capabilities(AgentEntry agent) {
    var all = new ArrayList<Capability>();
    for (RawJson capability : agent.capabilities()) {
      try {
        all.add(Capability.read(CapabilityText.cleaned(capability, CapabilityCatalog::plain)));
      } catch (InvalidField newer) {
        // A lobby of another version may know more than this door.
      }
    }
    return all;
  }

  /** Texts come from agents, and programs show them to people and models. */
  public static String plain(String text) {
    return PlainText.lines(text, Capability.MAX_DESCRIPTION);
  }

  private static List<Offer> offers(List<Registered> online, FirstProviders first) {
    var offers = new ArrayList<Offer>();
    for (Registered one : online) {
      one.capabilities().forEach(capability -> offers.add(first.offer(one.agent(), capability)));
    }
    return List.copyOf(offers);
  }

  /** True when {@code candidate} has the later version. */
  public static boolean isNewer(Capability candidate, Capability known) {
    Version version = candidate.version();
    Version knownVersion = known.version();
    return version != null && (knownVersion == null || version.compareTo(knownVersion) > 0);
  }
}
