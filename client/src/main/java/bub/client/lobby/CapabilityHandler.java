package bub.client.lobby;

import bub.protocol.Address;

/**
 * Implementation of a capability; each call runs on its own virtual thread. A {@link CallRefused}
 * tells the caller the reason. Any other exception tells the caller only that the call failed; the
 * log has the details.
 */
@FunctionalInterface
public interface CapabilityHandler<I, O> {
  O handle(I input) throws Exception;

  /** Handler that also gets the caller. */
  @FunctionalInterface
  interface ForCaller<I, O> {
    O handle(I input, Address caller) throws Exception;
  }
}
