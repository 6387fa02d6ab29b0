/**
 * How a client reaches the bus: the connector port, and the WebSocket behind it. Netty stays here.
 */
@NullMarked
package bub.client.transport;

import org.jspecify.annotations.NullMarked;
