/** {@code bub mcp}: connects an MCP client on standard input to a running bub. */
@NullMarked
package bub.cli.mcp;

import org.jspecify.annotations.NullMarked;
