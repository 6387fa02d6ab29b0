package bub.protocol.lobby;

import bub.protocol.Address;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lobby as the bus that hosts it knows it: who owns which id, who offers what, and whether a
 * call keeps its contract. The bus has authenticated whoever is named here. Hub thread only, and
 * every answer comes on the hub thread, exactly once.
 */
public interface Lobby extends AutoCloseable {

  /** What the lobby calls itself on its own wire. */
  Address id();

  /** The addresses that are the lobby's alone. */
  Set<Address> addresses();

  /** Whether {@code token} opens the registered id {@code agent}. */
  Claim claim(Address agent, @Nullable String token);

  /** Somebody is connected under this id now. */
  void arrived(Address agent);

  /** Nobody is connected under this id any more. */
  void left(Address agent);

  /**
   * Registers an agent whose claim is not {@link Claim#TAKEN}, with all that it offers. A known one
   * keeps its token, unless this repeats a registration whose token was never used.
   *
   * @param conversation by which the agent can repeat this registration, or null
   */
  void register(
      Address agent,
      CapabilityChange offer,
      @Nullable String conversation,
      Notes notes,
      Consumer<Registration> done);

  /** Changes what a registered agent offers. */
  void update(Address agent, CapabilityChange change, Notes notes, Consumer<Registration> done);

  /** Gives up an id and all that it offers. */
  void deregister(Address agent, Notes notes, Consumer<Registration> done);

  void discover(Address asker, Discovery discovery, Notes notes, Answer<Services> answer);

  /** Checks a call, has the errand carry it, checks the answer. */
  void call(CallDelivery delivery, ServiceCall call, Consumer<CallResult> done);

  void list(AgentPage.Query query, Answer<AgentPage> answer);

  /** How it is doing, for {@code getMetrics}. */
  Map<String, Long> figures();

  /** Memory that the registrations take. */
  long heldBytes();

  /** Lets old registrations expire; called every second or so. */
  void tick(ExpiryLog log);

  @Override
  void close();

  /** Who an id belongs to. */
  enum Claim {
    /** Nobody has registered it. */
    FREE,
    /** The token is the owner's. */
    OWNED,
    /** It is the conversation of a registration whose token was never used. */
    REPEATED,
    /** It belongs to somebody else, as far as the token says. */
    TAKEN
  }

  /** Where the answer to a question goes; one of the two is called, once. */
  interface Answer<T> {
    void give(T answer);

    /** The question could not be answered; {@code problem} is for whoever asked. */
    void fail(String problem);
  }

  /** Where the activity log hears of what the lobby does with one message. */
  interface Notes {
    void note(LobbyEvent event, @Nullable String detail);
  }

  /** Where the activity log hears of registrations that expire. */
  interface ExpiryLog {
    Notes of(Address agent);
  }
}
