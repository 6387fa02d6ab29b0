package bub.protocol.lobby;

import bub.protocol.Address;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Port of the lobby for the bus, which has already authenticated every id that it passes. Hub
 * thread only; every callback runs on the hub thread, exactly once.
 */
public interface Lobby extends AutoCloseable {

  Address id();

  Set<Address> addresses();

  Claim claim(Address agent, @Nullable String token);

  /** Signals that a peer is now connected under this id. */
  void arrived(Address agent);

  /** Signals that no peer is connected under this id now. */
  void left(Address agent);

  /**
   * Registers an agent whose claim is not {@link Claim#TAKEN}. A known agent keeps its token,
   * unless {@code conversation} repeats a registration whose token was never used.
   */
  void register(
      Address agent,
      CapabilityChange offer,
      @Nullable String conversation,
      Notes notes,
      Consumer<Registration> done);

  void update(Address agent, CapabilityChange change, Notes notes, Consumer<Registration> done);

  void deregister(Address agent, Notes notes, Consumer<Registration> done);

  void discover(Address asker, Discovery discovery, Notes notes, Answer<Services> answer);

  /** Lets {@code delivery} carry a valid call to a provider and pass a valid answer on. */
  void call(CallDelivery delivery, ServiceCall call);

  void list(AgentPage.Query query, Answer<AgentPage> answer);

  Map<String, Long> figures();

  long heldBytes();

  /** Removes expired registrations. Called about once per second. */
  void tick(ExpiryLog log);

  @Override
  void close();

  enum Claim {
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

  interface Notes {
    void note(LobbyEvent event, @Nullable String detail);
  }

  interface ExpiryLog {
    Notes of(Address agent);
  }
}
