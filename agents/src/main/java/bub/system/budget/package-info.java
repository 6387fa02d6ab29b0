/** Keeper of the budgets: rules, prices and the answers to agents and operators. */
@NullMarked
package bub.system.budget;

import org.jspecify.annotations.NullMarked;
