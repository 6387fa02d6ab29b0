/**
 * The console: a web page on a port of its own, and the HTTP API behind it. It is an ordinary peer
 * of the bus, {@code agent:console}, and serves the chats {@code web:*}.
 */
@NullMarked
package bub.console;

import org.jspecify.annotations.NullMarked;
