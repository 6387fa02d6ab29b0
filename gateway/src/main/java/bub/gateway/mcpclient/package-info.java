/** MCP servers as providers of capabilities: each server is a supervised peer of the bus. */
@NullMarked
package bub.gateway.mcpclient;

import org.jspecify.annotations.NullMarked;
