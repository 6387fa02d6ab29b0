/** Conversation agent: one chat, one model, one memory. */
@NullMarked
package bub.agent;

import org.jspecify.annotations.NullMarked;
