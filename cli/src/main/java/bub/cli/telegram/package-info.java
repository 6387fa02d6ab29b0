/** {@code bub telegram}: runs the bridge to a bot and manages its users. */
@NullMarked
package bub.cli.telegram;

import org.jspecify.annotations.NullMarked;
