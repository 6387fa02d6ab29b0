/** Attacks on the finished program, and the innocent peers that must not be affected. */
@NullMarked
package bub.checks.attack;

import org.jspecify.annotations.NullMarked;
