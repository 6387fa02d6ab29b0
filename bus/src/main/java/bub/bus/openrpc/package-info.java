/** OpenRPC documents that describe each dialect to programs: its methods, formats and errors. */
@NullMarked
package bub.bus.openrpc;

import org.jspecify.annotations.NullMarked;
