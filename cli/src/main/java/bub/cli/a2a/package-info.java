/** {@code bub a2a}: remote agents that speak A2A. */
@NullMarked
package bub.cli.a2a;

import org.jspecify.annotations.NullMarked;
