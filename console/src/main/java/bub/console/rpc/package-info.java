/** JSON-RPC over plain HTTP: requests that are forwarded to the bus. */
@NullMarked
package bub.console.rpc;

import org.jspecify.annotations.NullMarked;
