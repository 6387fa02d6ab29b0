/** OAuth for MCP clients: a person lets a program in with the login of the console. */
@NullMarked
package bub.gateway.oauth;

import org.jspecify.annotations.NullMarked;
