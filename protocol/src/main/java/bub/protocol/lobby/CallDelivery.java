package bub.protocol.lobby;

import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.time.Duration;

/** Delivery of one call, which ends in {@link #answer} or {@link #refuse}. Hub thread only. */
public interface CallDelivery extends Lobby.Notes {

  /** Returns the id of the caller's connection, regardless of the sender in the message. */
  Address caller();

  void carryTo(Address provider, RawJson payload, Duration timeout, Listener listener);

  void progress(Address provider, ServiceResponse response);

  void answer(Address provider, ServiceResponse response);

  /** Answers the caller in the name of the lobby, because the call failed. */
  void refuse(ServiceResponse error);

  /** Tells a provider that its answer was not passed on, with the reason. */
  void complainTo(Address provider, String problem);

  /** Listener for any number of progress events, then one answer or failure. */
  interface Listener {
    void progress(RawJson payload);

    /** The provider answered with success or an error; the ack's payload is its response. */
    void answered(Ack ack);

    /** The provider did not get the call, or did not answer it. {@code problem} says why. */
    void failed(CallError error, String problem);
  }
}
