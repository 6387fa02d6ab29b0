/** Transport of a client: the connector port and its WebSocket implementation. Hides Netty. */
@NullMarked
package bub.client.transport;

import org.jspecify.annotations.NullMarked;
