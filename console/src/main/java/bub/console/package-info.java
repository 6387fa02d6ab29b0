/** The console: a web page and its HTTP API; on the bus it is the peer {@code agent:console}. */
@NullMarked
package bub.console;

import org.jspecify.annotations.NullMarked;
