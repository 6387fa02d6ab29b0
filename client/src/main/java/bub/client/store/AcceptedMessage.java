package bub.client.store;

import bub.protocol.Envelope;
import java.time.Instant;

/** A message that an inbox has taken and that is not completed yet. */
public record AcceptedMessage(long number, Envelope envelope, Instant at) {}
