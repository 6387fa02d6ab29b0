package bub.client.store;

import bub.protocol.Envelope;
import java.time.Instant;

/** A message that no retry can deliver, and why. */
public record DeadLetter(Envelope envelope, String reason, Instant at) {}
