package bub.protocol.lobby;

import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.time.Duration;

/** Delivery of one call, which the bus carries out for the lobby. Hub thread only. */
public interface CallDelivery extends Lobby.Notes {

  /** Returns the id of the caller's connection, regardless of the sender in the message. */
  Address caller();

  /** Delivers the call to one provider, as {@code payload}. */
  void carryTo(Address provider, RawJson payload, Duration timeout, Listener listener);

  /** Passes an interim answer on to the caller. */
  void progress(Address provider, ServiceResponse response);

  /** Tells a provider that its answer was not passed on, with the reason. */
  void complainTo(Address provider, String problem);

  /** Listener for the responses of a provider: any number of progress events, then one end. */
  interface Listener {
    void progress(RawJson payload);

    void ended(HandoverResult handover);
  }

  /** Outcome of a call that was delivered to a provider. */
  sealed interface HandoverResult {

    /** The provider answered with success or an error; the ack's payload is its response. */
    record Answered(Ack ack) implements HandoverResult {}

    /** The provider was not connected, or it disconnected before it answered. */
    record Offline(String detail) implements HandoverResult {}

    /** The provider has too many open calls, so the call was not sent. */
    record Busy(String detail) implements HandoverResult {}

    record TimedOut() implements HandoverResult {}
  }
}
