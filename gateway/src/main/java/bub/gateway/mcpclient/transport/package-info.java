/** Transports to MCP servers: a child process, or Streamable HTTP. */
@NullMarked
package bub.gateway.mcpclient.transport;

import org.jspecify.annotations.NullMarked;
