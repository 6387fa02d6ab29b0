/**
 * JSON-RPC 2.0 for both sides of any transport: messages and their codec (layer 1), and the {@link
 * bub.jsonrpc.Peer} that calls, answers and notifies (layer 2).
 */
@NullMarked
package bub.jsonrpc;

import org.jspecify.annotations.NullMarked;
