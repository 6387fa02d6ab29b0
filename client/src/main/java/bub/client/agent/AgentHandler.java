package bub.client.agent;

import bub.protocol.Ack;

/**
 * Handler of an agent's messages, each on its own virtual thread. To refuse a message, it throws
 * {@link bub.client.Reject} or {@link bub.client.RetryLater}; details of other exceptions stay in
 * the log.
 */
@FunctionalInterface
public interface AgentHandler {

  /** Returns the ack for the sender. */
  Ack handle(ReceivedMessage message) throws Exception;
}
