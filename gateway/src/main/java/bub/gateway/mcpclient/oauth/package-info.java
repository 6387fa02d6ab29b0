/** OAuth 2.1 for remote MCP servers: discovery, registration, login, refresh. */
@NullMarked
package bub.gateway.mcpclient.oauth;

import org.jspecify.annotations.NullMarked;
