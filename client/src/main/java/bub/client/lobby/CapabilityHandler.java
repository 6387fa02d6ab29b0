package bub.client.lobby;

import bub.protocol.Address;

/**
 * Does what a capability promises; each call on a virtual thread of its own. A {@link CallRefused}
 * that it throws tells the caller why; of anything else the caller learns only that it failed, and
 * the log has the rest.
 */
@FunctionalInterface
public interface CapabilityHandler<I, O> {
  O handle(I input) throws Exception;

  /** One that wants to know who calls. */
  @FunctionalInterface
  interface ForCaller<I, O> {
    O handle(I input, Address caller) throws Exception;
  }
}
