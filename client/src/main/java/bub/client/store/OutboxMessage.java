package bub.client.store;

import bub.protocol.Envelope;

/** Message in an outbox. */
record OutboxMessage(long number, Envelope envelope) {}
