/** Tasks of MCP clients on disk. */
@NullMarked
package bub.gateway.mcp.store;

import org.jspecify.annotations.NullMarked;
