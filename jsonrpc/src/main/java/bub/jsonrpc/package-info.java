/** JSON-RPC 2.0 for both sides of any transport: messages, their codec, and the calling peer. */
@NullMarked
package bub.jsonrpc;

import org.jspecify.annotations.NullMarked;
