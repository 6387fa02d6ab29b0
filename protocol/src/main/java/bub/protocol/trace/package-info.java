/**
 * Causes of messages: the trace that a message belongs to, and the message that it results from.
 */
@NullMarked
package bub.protocol.trace;

import org.jspecify.annotations.NullMarked;
