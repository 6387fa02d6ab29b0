/** {@code bub console}: the page, served from this process, and the link that lets one in. */
@NullMarked
package bub.cli.console;

import org.jspecify.annotations.NullMarked;
