/** Attacks on the finished program, and the innocent peers that must not notice them. */
@NullMarked
package bub.checks.attack;

import org.jspecify.annotations.NullMarked;
