package bub.client.store;

import bub.protocol.Envelope;

/** A message as it lies in an outbox. */
record OutboxMessage(long number, Envelope envelope) {}
