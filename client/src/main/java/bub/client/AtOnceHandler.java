package bub.client;

import bub.protocol.Ack;
import bub.protocol.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Handler on the thread of the connection, in order of arrival; it must not block. Its messages do
 * not count as handled ones, so that a handler that waits for them cannot wait for itself.
 */
@FunctionalInterface
public interface AtOnceHandler {

  /** Returns null to leave the message to the other handlers. */
  @Nullable Ack take(Envelope envelope);
}
