package bub.protocol.lobby;

import bub.protocol.Address;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Port of the lobby for the bus that hosts it: ids and their owners, capabilities, and calls with
 * contract checks. The bus has already authenticated every id that it passes. Hub thread only;
 * every callback runs on the hub thread, exactly once.
 */
public interface Lobby extends AutoCloseable {

  /** Returns the id of the lobby in its own protocol. */
  Address id();

  /** Returns the addresses that belong to the lobby alone. */
  Set<Address> addresses();

  /** Checks {@code token} against the registered id {@code agent}. */
  Claim claim(Address agent, @Nullable String token);

  /** Signals that a peer is now connected under this id. */
  void arrived(Address agent);

  /** Signals that no peer is connected under this id now. */
  void left(Address agent);

  /**
   * Registers an agent whose claim is not {@link Claim#TAKEN}, with all its capabilities. A known
   * agent keeps its token, unless this repeats a registration whose token was never used.
   *
   * @param conversation conversation id with which the agent can repeat this registration, or null
   */
  void register(
      Address agent,
      CapabilityChange offer,
      @Nullable String conversation,
      Notes notes,
      Consumer<Registration> done);

  /** Changes the capabilities of a registered agent. */
  void update(Address agent, CapabilityChange change, Notes notes, Consumer<Registration> done);

  /** Removes an id and all its capabilities. */
  void deregister(Address agent, Notes notes, Consumer<Registration> done);

  void discover(Address asker, Discovery discovery, Notes notes, Answer<Services> answer);

  /**
   * Checks a call, lets {@code delivery} carry it to a provider, checks the answer and lets {@code
   * delivery} pass it on.
   */
  void call(CallDelivery delivery, ServiceCall call);

  void list(AgentPage.Query query, Answer<AgentPage> answer);

  /** Returns the counters of the lobby for {@code getMetrics}. */
  Map<String, Long> figures();

  /** Returns the memory that the registrations use. */
  long heldBytes();

  /** Removes expired registrations. Called about once per second. */
  void tick(ExpiryLog log);

  @Override
  void close();

  /** Ownership of an id. */
  enum Claim {
    /** The id is not registered. */
    FREE,
    /** The token belongs to the owner of the id. */
    OWNED,
    /** The conversation belongs to a registration whose token was never used. */
    REPEATED,
    /** The id belongs to another agent, as far as the token shows. */
    TAKEN
  }

  /** Receiver of the answer to a query. Exactly one method is called, once. */
  interface Answer<T> {
    void give(T answer);

    /** Signals that the query failed. {@code problem} is for the asker. */
    void fail(String problem);
  }

  /** Log of the lobby's events for one message. */
  interface Notes {
    void note(LobbyEvent event, @Nullable String detail);
  }

  /** Log of registrations that expire. */
  interface ExpiryLog {
    Notes of(Address agent);
  }
}
