/** {@code bub mcp}: connects an MCP client to a running bub, and manages MCP servers. */
@NullMarked
package bub.cli.mcp;

import org.jspecify.annotations.NullMarked;
