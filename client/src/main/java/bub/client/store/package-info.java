/** Where a peer keeps what must not be lost: the outbox of a sender, the inbox of a receiver. */
@NullMarked
package bub.client.store;

import org.jspecify.annotations.NullMarked;
