/**
 * What each dialect says of itself to programs: its methods, their shapes and their errors, as
 * OpenRPC documents.
 */
@NullMarked
package bub.bus.openrpc;

import org.jspecify.annotations.NullMarked;
