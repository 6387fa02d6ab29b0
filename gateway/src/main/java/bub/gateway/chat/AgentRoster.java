package bub.gateway.chat;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.gateway.caller.Caller;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.ConversationStarters;
import bub.protocol.Status.Connection;
import bub.protocol.message.ChatMessage;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Connected agents that callers may talk to; the list is at most a second old. */
public final class AgentRoster {
  private static final String AGENT = "agent:";
  private static final String SESSION_AGENT = "agent:worker-";
  private static final String CONVERSATION_AGENT = "bub-agent";
  private static final Set<String> PARTS = Set.of("agent:system", "agent:console", "agent:gateway");
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** An agent that is connected. */
  public record ListedAgent(
      Address id, Instant since, boolean isExclusive, ConversationStarters starters) {
    public ChatTarget target() {
      return new ChatTarget.ConnectedAgent(id, isExclusive);
    }
  }

  private final BusClient client;
  private final LongSupplier nanoTime;
  // Guarded by this.
  private @Nullable List<ListedAgent> last;
  private long lastAt;

  public AgentRoster(BusClient client, LongSupplier nanoTime) {
    this.client = client;
    this.nanoTime = nanoTime;
  }

  /** Agents that this caller may talk to; none when its token does not allow chat messages. */
  public List<ListedAgent> list(Caller caller) throws RpcException, NoAnswer, InterruptedException {
    return isOpenTo(caller) ? list() : List.of();
  }

  private static boolean isOpenTo(Caller caller) {
    return caller.maySend(ChatMessage.TYPE);
  }

  public synchronized List<ListedAgent> list() throws RpcException, NoAnswer, InterruptedException {
    List<ListedAgent> known = last;
    boolean isFresh = known != null && nanoTime.getAsLong() - lastAt <= FRESH_NANOS;
    return isFresh && known != null ? known : refresh();
  }

  private List<ListedAgent> refresh() throws RpcException, NoAnswer, InterruptedException {
    List<ListedAgent> current =
        client.status().connections().stream()
            .filter(AgentRoster::isOpenToAll)
            .map(AgentRoster::listed)
            .sorted(Comparator.comparing(agent -> agent.id().value()))
            .toList();
    last = current;
    lastAt = nanoTime.getAsLong();
    return current;
  }

  /** Finds an agent that this caller may talk to. */
  public Optional<ListedAgent> find(String id, Caller caller)
      throws RpcException, NoAnswer, InterruptedException {
    return isOpenTo(caller) ? find(id) : Optional.empty();
  }

  /** Looks again for an agent that may have just connected. */
  public synchronized Optional<ListedAgent> find(String id)
      throws RpcException, NoAnswer, InterruptedException {
    Optional<ListedAgent> known = find(id, list());
    return known.isPresent() ? known : find(id, refresh());
  }

  private static Optional<ListedAgent> find(String id, List<ListedAgent> agents) {
    return agents.stream().filter(agent -> agent.id().value().equals(id)).findFirst();
  }

  /** Agents of sessions answer only their own chat. */
  private static boolean isOpenToAll(Connection peer) {
    String id = peer.clientId().value();
    return id.startsWith(AGENT) && !PARTS.contains(id) && !id.startsWith(SESSION_AGENT);
  }

  private static ListedAgent listed(Connection peer) {
    boolean isExclusive = peer.clientInfo().name().equals(CONVERSATION_AGENT);
    return new ListedAgent(
        peer.clientId(), peer.connectedAt(), isExclusive, peer.clientInfo().starters());
  }
}
