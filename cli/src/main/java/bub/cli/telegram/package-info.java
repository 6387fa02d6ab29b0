/** {@code bub telegram}: the bridge to a bot, and who may use it. */
@NullMarked
package bub.cli.telegram;

import org.jspecify.annotations.NullMarked;
