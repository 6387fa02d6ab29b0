package bub.client.lobby;

import bub.protocol.Address;

/**
 * Implementation of a capability; each call runs on its own virtual thread. A {@link CallRefused}
 * tells the caller the reason, and {@link NeedsInput} asks it for more input; any other exception
 * goes only to the log.
 */
@FunctionalInterface
public interface CapabilityHandler<I, O> {
  O handle(I input) throws Exception;

  @FunctionalInterface
  interface ForCaller<I, O> {
    O handle(I input, Address caller) throws Exception;
  }

  @FunctionalInterface
  interface WithProgress<I, O> {
    O handle(I input, OpenCall call) throws Exception;
  }
}
