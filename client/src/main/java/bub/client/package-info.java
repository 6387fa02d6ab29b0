/**
 * What every peer uses to take part: connect and stay connected, send, listen, ask. Plain blocking
 * code for virtual threads; {@link bub.client.BusClient} is where to begin.
 */
@NullMarked
package bub.client;

import org.jspecify.annotations.NullMarked;
