/** The WebSocket server on Netty: sockets, frames and liveness. The only place that knows Netty. */
@NullMarked
package bub.bus.server;

import org.jspecify.annotations.NullMarked;
