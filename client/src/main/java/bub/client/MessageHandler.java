package bub.client;

import bub.protocol.Ack;
import bub.protocol.Envelope;

/** Handler of the messages for a client, each on its own virtual thread. */
@FunctionalInterface
public interface MessageHandler {

  /** Returns the ack for the sender. An exception becomes a failed ack and a line in the log. */
  Ack handle(Envelope envelope) throws Exception;
}
