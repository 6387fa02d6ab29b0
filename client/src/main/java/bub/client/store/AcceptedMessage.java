package bub.client.store;

import bub.protocol.Envelope;
import java.time.Instant;

/** Message that an inbox has accepted and that is not completed yet. */
public record AcceptedMessage(long number, Envelope envelope, Instant at) {}
