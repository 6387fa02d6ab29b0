package bub.client;

import bub.protocol.Ack;
import bub.protocol.Envelope;

/** Takes the messages addressed to a client, each on a virtual thread of its own. */
@FunctionalInterface
public interface MessageHandler {

  /** The ack for the sender. What this throws becomes a failed ack, and a line in the log. */
  Ack handle(Envelope envelope) throws Exception;
}
