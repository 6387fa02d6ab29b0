/** Locks, tokens, certificates and proofs. */
@NullMarked
package bub.checks.access;

import org.jspecify.annotations.NullMarked;
