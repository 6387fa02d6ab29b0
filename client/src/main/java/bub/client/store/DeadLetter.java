package bub.client.store;

import bub.protocol.Envelope;
import java.time.Instant;

/** Message that no retry can deliver, with the reason. */
public record DeadLetter(Envelope envelope, String reason, Instant at) {}
