/** Durable storage of a peer's messages: the outbox of a sender, the inbox of a receiver. */
@NullMarked
package bub.client.store;

import org.jspecify.annotations.NullMarked;
