/** The printed exchanges of every wire, replayed on a running bub. */
@NullMarked
package bub.checks.printed;

import org.jspecify.annotations.NullMarked;
