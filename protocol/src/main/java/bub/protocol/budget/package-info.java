/** Budgets: limits on money, tokens and calls, and the messages about them. */
@NullMarked
package bub.protocol.budget;

import org.jspecify.annotations.NullMarked;
