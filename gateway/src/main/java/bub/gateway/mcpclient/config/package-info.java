/** The file {@code mcp.json}: which MCP servers to run, in the format of other MCP clients. */
@NullMarked
package bub.gateway.mcpclient.config;

import org.jspecify.annotations.NullMarked;
