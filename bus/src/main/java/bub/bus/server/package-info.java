/** WebSocket server on Netty: sockets, frames and liveness. Only this package uses Netty. */
@NullMarked
package bub.bus.server;

import org.jspecify.annotations.NullMarked;
