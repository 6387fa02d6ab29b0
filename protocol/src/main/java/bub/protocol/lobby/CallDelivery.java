package bub.protocol.lobby;

import bub.json.RawJson;
import bub.protocol.Address;
import java.time.Duration;

/** One call on its way, as the bus carries it for the lobby. Hub thread only. */
public interface CallDelivery extends Lobby.Notes {

  /** Who calls: the id of the connection, whatever the message claims. */
  Address caller();

  /** Hands the call to one provider, as {@code payload}. */
  void carryTo(Address provider, RawJson payload, Duration patience, Listener listener);

  /** Passes an answer on to the caller that is not the last one. */
  void progress(Address provider, ServiceResponse response);

  /** Tells a provider that its answer was not passed on, and why. */
  void complainTo(Address provider, String problem);

  /** What comes back from a provider: any number of times progress, then once how it ended. */
  interface Listener {
    void progress(RawJson payload);

    void ended(HandoverResult handover);
  }
}
