/**
 * Bus client for every peer: connects, reconnects, sends, subscribes and queries. Plain blocking
 * code for virtual threads; start with {@link bub.client.BusClient}.
 */
@NullMarked
package bub.client;

import org.jspecify.annotations.NullMarked;
