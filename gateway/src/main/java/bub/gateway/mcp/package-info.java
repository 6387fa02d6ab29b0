/** The door for MCP clients: Streamable HTTP at {@code /mcp}, and stdio through a bridge. */
@NullMarked
package bub.gateway.mcp;

import org.jspecify.annotations.NullMarked;
