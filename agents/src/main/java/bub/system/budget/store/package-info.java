/** Ledger of the budgets on disk. */
@NullMarked
package bub.system.budget.store;

import org.jspecify.annotations.NullMarked;
