/** {@code bub hooks}: lets services elsewhere send messages by HTTP. */
@NullMarked
package bub.cli.hook;

import org.jspecify.annotations.NullMarked;
