/** JSON-RPC over plain HTTP: requests of others, carried to the bus and back. */
@NullMarked
package bub.console.rpc;

import org.jspecify.annotations.NullMarked;
