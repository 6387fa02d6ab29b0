/** Conversations of callers with agents, which all doors share. */
@NullMarked
package bub.gateway.chat;

import org.jspecify.annotations.NullMarked;
